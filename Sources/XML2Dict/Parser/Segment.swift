/// A piece of an input that one parser of expat reads: a document, a part of one, or what follows a broken record.
///
///     <rss><channel><item>1</item> │ <item>2</item> │ <item>3</item></channel></rss>
///                                  └ segment ───────┘
///     context      <rss><channel>        the start tags of the elements around it
///     end tags     </channel></rss>      of the elements that are open at its end
///
/// Expat gets the context, the segment and the end tags, and so compares each tag of a part with its partner.
struct Segment {
    /// The text that opens the elements around it.
    var context: [UInt8] = []
    /// Where it begins in the input; without lines and columns, if nothing asks for them.
    var place = TextPosition()
    /// The end tags of the elements that are open at its end; `nil` when it extends to the end of the document.
    var endTags: [UInt8]?
}

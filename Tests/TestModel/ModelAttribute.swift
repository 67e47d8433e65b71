struct ModelAttribute {
    var name: String
    var value: ModelText
}

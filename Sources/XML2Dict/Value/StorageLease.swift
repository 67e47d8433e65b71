/// What a value keeps while it lends its storage to a value inside it, which is being changed.
///
/// `value["a"]?["b"] = 1` lends the storage to `value["a"]`. If the value had the storage to itself, it hands over its
/// only reference, so that `value["a"]` has the storage to itself and changes it in place. The edits are kept in case
/// `value["a"]` becomes another value, which drops the storage.
struct StorageLease {
    /// The edits of the storage that was handed over; `nil` when the value kept it, as other values use it, too.
    var edits: StorageEdits?
    /// Names that belonged to the storage.
    var names: NameList?
    var nameCount = 0
}

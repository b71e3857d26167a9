/// An SQL function that the program adds.
struct DeclaredFunction: Hashable {
    enum Kind: Hashable {
        case scalar
        /// An aggregate or a window function.
        case aggregate
    }

    let name: String
    let kind: Kind
    /// The number of arguments; -1 if it is any number, or not known.
    var argumentCount: Int32 = -1
}

/// An SQL function that the program registers.
struct DeclaredFunction: Hashable {
    enum Kind: Hashable {
        case scalar
        /// An aggregate or a window function.
        case aggregate
    }

    let name: String
    let kind: Kind
    /// The number of arguments, or -1 if the function accepts any number or the number is unknown.
    var argumentCount: Int32 = -1
}

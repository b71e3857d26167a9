/// An error in a statement.
struct Problem: Equatable {
    let rule: Rule
    let message: String
    /// The byte offset of the error in the statement.
    let offset: Int
}

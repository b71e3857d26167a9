/// Something that is wrong with a statement.
struct Problem: Equatable {
    let rule: Rule
    let message: String
    /// The byte of the statement that it is about.
    let offset: Int
}

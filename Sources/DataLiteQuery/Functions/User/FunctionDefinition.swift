/// The name of a function in SQL, and what SQLite may assume about it.
public struct FunctionDefinition: Sendable {
    /// The name, in any letter case.
    public let name: String
    /// The number of arguments, or -1 for any number.
    public let argc: Int32
    /// What SQLite may assume about the function.
    public let options: Function.Options

    /// Defines a function.
    public init(name: String, argc: Int32, options: Function.Options = []) {
        self.name = name
        self.argc = argc
        self.options = options
    }
}

/// The name of a function in SQL, its number of arguments, and its options.
public struct FunctionDefinition: Sendable {
    /// The name, which is case-insensitive.
    public let name: String
    /// The number of arguments, or -1 for any number.
    public let argc: Int32
    /// The guarantees about the function that SQLite can rely on, and other options.
    public let options: Function.Options

    /// Defines a function.
    public init(name: String, argc: Int32, options: Function.Options = []) {
        self.name = name
        self.argc = argc
        self.options = options
    }
}

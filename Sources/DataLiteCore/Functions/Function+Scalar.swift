extension Function {
    /// A function that computes one value from its arguments. A subclass is never instantiated.
    open class Scalar: Function {
        /// The result for some arguments; `nil` for NULL. A subclass must override it.
        open class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
            throw notOverridden(self, "invoke(args:)")
        }
    }
}

/// The error of a method that a subclass of `Function` should have overridden.
func notOverridden(_ type: Function.Type, _ method: String) -> SQLiteError {
    SQLiteError(.misuse, message: "\(type) does not override \(method)")
}

extension Function {
    /// A function that computes one value for a group of rows.
    ///
    /// ```swift
    /// final class Product: Function.Aggregate {
    ///     override class var name: String { "product" }
    ///     override class var argc: Int32 { 1 }
    ///     private var product = 1.0
    ///
    ///     override func step(args: any ArgumentsProtocol) throws {
    ///         if let factor = args[0] as Double? { product *= factor }
    ///     }
    ///
    ///     override func finalize() throws -> (any SQLiteRepresentable)? { product }
    /// }
    /// ```
    ///
    /// Each group has its own instance, even a group without rows.
    open class Aggregate: Function {
        /// Called by the library, once for each group.
        public required override init() {}

        /// Adds the arguments of one row. A subclass must override it.
        open func step(args: any ArgumentsProtocol) throws {
            throw notOverridden(type(of: self), "step(args:)")
        }

        /// The result of the group; `nil` for NULL. A subclass must override it.
        ///
        /// If a statement is abandoned, this is also called for each group that has begun, and the result is
        /// ignored.
        open func finalize() throws -> (any SQLiteRepresentable)? {
            throw notOverridden(type(of: self), "finalize()")
        }
    }
}

extension Function {
    /// A function that makes one value of a group of rows.
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
    ///     override func finalize() throws -> SQLiteRepresentable? { product }
    /// }
    /// ```
    ///
    /// There is one instance for each group, also for a group of no rows.
    open class Aggregate: Function {
        /// Made by the library, once a group.
        public required override init() {}

        /// Takes in the arguments of one row. A subclass must override it.
        open func step(args: any ArgumentsProtocol) throws {
            throw notOverridden(type(of: self), "step(args:)")
        }

        /// The result of the group; `nil` for NULL. A subclass must override it.
        ///
        /// When a statement is given up half way, the result of a group that has begun is asked for
        /// all the same, and dropped.
        open func finalize() throws -> SQLiteRepresentable? {
            throw notOverridden(type(of: self), "finalize()")
        }
    }
}

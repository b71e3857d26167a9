extension Function {
    /// An aggregate that can also remove rows and return its value in between, for use with `OVER`.
    ///
    /// See [Window functions](https://www.sqlite.org/windowfunctions.html#udfwinfunc).
    open class Window: Aggregate {
        /// The value for the rows that are in the frame; `nil` for NULL. A subclass must override
        /// it.
        open func value() throws -> (any SQLiteRepresentable)? {
            throw notOverridden(type(of: self), "value()")
        }

        /// The value at the end of a partition, or of a group if the function is used as an aggregate.
        /// Default: ``value()``.
        open override func finalize() throws -> (any SQLiteRepresentable)? { try value() }

        /// Removes the oldest row of the frame, with the same arguments as in its step. A subclass
        /// must override it.
        open func inverse(args: any ArgumentsProtocol) throws {
            throw notOverridden(type(of: self), "inverse(args:)")
        }
    }
}

extension Function {
    /// An aggregate that can also be asked for its value while rows come and go, for use with
    /// `OVER`.
    ///
    /// See [Window functions](https://www.sqlite.org/windowfunctions.html#udfwinfunc).
    open class Window: Aggregate {
        /// The value of the rows that are in the frame now; `nil` for NULL. A subclass must override
        /// it.
        open func value() throws -> SQLiteRepresentable? {
            throw notOverridden(type(of: self), "value()")
        }

        /// Takes the oldest row out of the frame, with the arguments with which it came. A subclass
        /// must override it.
        open func inverse(args: any ArgumentsProtocol) throws {
            throw notOverridden(type(of: self), "inverse(args:)")
        }
    }
}

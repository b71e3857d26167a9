import DataLiteC

extension Statement {
    /// Options for preparing a statement.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The statement will be kept for a long time and used many times. C:
        /// `SQLITE_PREPARE_PERSISTENT`.
        public static let persistent = Options(rawValue: UInt32(SQLITE_PREPARE_PERSISTENT))

        /// Using a virtual table is an error. C: `SQLITE_PREPARE_NO_VTAB`.
        public static let noVtab = Options(rawValue: UInt32(SQLITE_PREPARE_NO_VTAB))
    }
}

public import DataLiteCore

/// What an import does with rows and fields.
public struct ImportOptions: Sendable {
    /// What to do with a row that violates a constraint: `INSERT OR ...`.
    public var onConflict = ConflictResolution.abort

    /// The column for each name in the imported text that differs from the name of its column.
    public var columnNames: [String: String] = [:]

    /// Whether data with a name that is not the name of a column, or is the name of a generated column, is ignored.
    /// Otherwise the import fails.
    public var ignoresUnknownColumns = false

    /// Whether fields after those of the last column are ignored, in CSV. Otherwise the import fails.
    public var ignoresExtraFields = false

    /// Whether fields that a line does not have are NULL, in CSV. Otherwise the import fails. A key that an object does
    /// not have is always left out of the `INSERT`, so its column gets its default.
    public var missingFieldsAreNull = false

    /// Whether text for a column of type `BLOB` becomes a BLOB if it has the form in which dumps write BLOBs:
    /// hexadecimal digits in CSV, Base64 in JSON lines. Other text is inserted as TEXT.
    public var decodesBLOBs = true

    /// The number of rows in each transaction; `nil` for one transaction.
    ///
    /// With batches, the rows of complete batches stay in the database if a later row fails. If a transaction is
    /// already open, the batches are part of it, and are rolled back with it.
    public var batchSize: Int?

    /// Options with the defaults: every name and every field must match, and everything is one transaction.
    public init() {}

    /// Options with changes to the defaults: `ImportOptions { $0.onConflict = .ignore }`.
    public init(_ change: (inout ImportOptions) -> Void) { change(&self) }
}

/// The form of comma-separated values.
public struct CSVForm: Sendable {
    /// The columns of the fields.
    public var header = Header.firstLine

    /// The character between the fields.
    public var separator = CSVSeparator.comma

    /// Where the names of the columns are.
    public enum Header: Sendable {
        /// In the first line.
        case firstLine
        /// Nowhere: the fields are in the order of the table's columns, without generated columns.
        case none
        /// In the program.
        case names([String])
    }

    /// A form.
    public init(header: Header = .firstLine, separator: CSVSeparator = .comma) {
        self.header = header
        self.separator = separator
    }
}

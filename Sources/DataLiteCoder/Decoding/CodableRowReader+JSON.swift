import DataLiteCore
import Foundation

// A column that contains a structure is JSON text.

extension CodableRowReader {
    func json<T: Decodable>(_ type: T.Type, _ column: Int32, _ keyColumn: RowPlan.KeyColumn) throws
        -> T
    {
        let text = try jsonText(type, column, keyColumn)
        return try locatingJSON(type, column, keyColumn) {
            try JSONColumn(coder(at: keyColumn)).value(type, from: text)
        }
    }

    /// A decoder for the JSON in a column, for types that decode it themselves.
    func jsonReader(_ column: Int32, _ keyColumn: RowPlan.KeyColumn) throws -> JSONReader {
        let type = (any Decoder).self
        let (text, rowID) = (try jsonText(type, column, keyColumn), rowID)
        let json = JSONColumn(coder(at: keyColumn)) { [self] error in
            rowID == self.rowID ? located(error, column, keyColumn) : error
        }
        return try locatingJSON(type, column, keyColumn) { try json.reader(of: text) }
    }

    /// Whether a column contains the JSON `null`, which is what the operator `->` returns for it.
    func isJSONNull(_ column: Int32) -> Bool {
        let utf8: [UInt8]
        switch sqliteValue(column) {
        case .text(let value): utf8 = Array(value.utf8)
        case .blob(let value): utf8 = Array(value)
        default: return false
        }
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        return utf8.filter { !spaces.contains($0) } == Array("null".utf8)
    }

    private func locatingJSON<T>(
        _ type: any Any.Type, _ column: Int32, _ keyColumn: RowPlan.KeyColumn,
        _ body: () throws -> T
    ) throws -> T {
        do {
            return try body()
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw mismatch(type, column, keyColumn)
        } catch let error as DecodingError {
            throw located(error, column, keyColumn)
        }
    }

    /// The JSON text of a column: TEXT, or a BLOB of UTF-8.
    private func jsonText(
        _ type: any Any.Type, _ column: Int32, _ keyColumn: RowPlan.KeyColumn
    ) throws -> Data {
        let text: Data
        switch sqliteValue(column) {
        case .text(let value): text = Data(value.utf8)
        case .blob(let value): text = value
        default: throw mismatch(type, column, keyColumn)
        }
        guard !JSONDepth.isWide(text) else { throw mismatch(type, column, keyColumn) }
        guard JSONDepth(of: text).levels <= NestingLimit.levels else {
            throw located(NestingLimit.exceeded("arrays and objects", []), column, keyColumn)
        }
        return text
    }

    // A property without its own column is read from the columns whose names begin with the property's name and a
    // separator: `author` from `author.id` and `author.name`.

    /// Whether a property without a column is read from columns with its prefix.
    func hasPart(at keyColumn: RowPlan.KeyColumn) -> Bool {
        // A property that is nested too deeply exists, and reading it is an error.
        do { return try part(at: keyColumn) != nil } catch { return true }
    }

    /// The reader for a property without a column, ready for the current row; `nil` if no column has its
    /// prefix.
    ///
    /// - Throws: A `DecodingError` if the property is nested too deeply.
    func part(at keyColumn: RowPlan.KeyColumn) throws -> CodableRowReader? {
        guard let statement, let key = plan.key(at: keyColumn) else { return nil }
        let part: CodableRowReader
        switch plan.part(at: keyColumn) {
        case .none: return nil
        case .reader(let reader): part = reader
        case .unknown:
            let prefix = coder.keys.name(of: key) + coder.prefixSeparator
            guard !coder.prefixSeparator.isEmpty,
                let columns = VisibleColumns(columns, prefix: prefix)
            else {
                plan.setPart(.none, at: keyColumn)
                return nil
            }
            let path = path(to: keyColumn)
            try NestingLimit.require(path)
            part = CodableRowReader(columns, coder, path)
            plan.setPart(.reader(part), at: keyColumn)
        }
        if part.statement == nil { part.begin(statement, real, coder) }
        part.setNextRow(row)
        return part
    }

    private var sql: String { MessageText.sql(statement?.sql ?? "") }

    func path(to keyColumn: RowPlan.KeyColumn) -> [any CodingKey] {
        codingPath + (plan.key(at: keyColumn).map { [NameKey($0)] } ?? [])
    }

    func missing(_ keyColumn: RowPlan.KeyColumn) -> DecodingError {
        let key = plan.key(at: keyColumn) ?? ""
        let names = MessageText.names(columns.names)
        return .keyNotFound(
            NameKey(key),
            .init(
                codingPath: codingPath,
                debugDescription:
                    "row \(row) has no column \"\((columns.prefix ?? "") + coder.keys.name(of: key))\", "
                    + "only \(names): \(sql)"))
    }

    func mismatch(
        _ type: any Any.Type, _ column: Int32, _ keyColumn: RowPlan.KeyColumn
    ) -> DecodingError {
        let value = sqliteValue(column)
        let context = DecodingError.Context(
            codingPath: path(to: keyColumn),
            debugDescription:
                "\(name(of: column)): expected \(type), found \(value.summary): \(sql)")
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// An error from decoding a column, with the column and row added.
    func located(
        _ error: DecodingError, _ column: Int32, _ keyColumn: RowPlan.KeyColumn
    ) -> DecodingError {
        located(error, name(of: column), path(to: keyColumn))
    }

    /// An error from decoding a row, with the row number added.
    @usableFromInline
    func located(_ error: any Error) -> any Error {
        guard let error = error as? DecodingError else { return error }
        return located(error, "row \(row)", codingPath)
    }

    private func located(
        _ error: DecodingError, _ what: String, _ path: [any CodingKey]
    ) -> DecodingError {
        func located(_ context: DecodingError.Context) -> DecodingError.Context {
            // Added only once, and not if decoding the row closed its cursor.
            guard statement != nil, !context.debugDescription.hasSuffix(": " + sql) else {
                return context
            }
            // A path that does not begin with the column is a path within JSON.
            let isWhole = context.codingPath.first?.stringValue == path.first?.stringValue
            let outer = isWhole ? [] : path
            return .init(
                codingPath: outer + context.codingPath,
                debugDescription: "\(what): \(context.debugDescription): \(sql)",
                underlyingError: context.underlyingError)
        }
        return switch error {
        case .typeMismatch(let type, let context): .typeMismatch(type, located(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, located(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, located(context))
        case .dataCorrupted(let context): .dataCorrupted(located(context))
        @unknown default: error
        }
    }

    private func name(of column: Int32) -> String {
        "column \"\(MessageText.name(statement?.columnName(at: column) ?? "\(column)"))\" of row \(row)"
    }

    func beyondEnd(_ type: any Any.Type) -> DecodingError {
        .valueNotFound(
            type,
            .init(
                codingPath: [],
                debugDescription:
                    "row \(row) has only \(columns.names.count.counted("column")): \(sql)"))
    }
}

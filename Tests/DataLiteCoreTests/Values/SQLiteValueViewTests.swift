import DataLiteCore
import Foundation
import Testing

/// The values that a view can refer to.
enum ViewSource: CaseIterable {
    case column, argument, boxed

    func look<R>(
        at value: SQLiteValue, _ body: (borrowing SQLiteValueView) throws -> R
    ) throws -> R {
        let connection = try Connection.inMemory()
        switch self {
        case .column:
            let statement = try connection.statement("SELECT ?1")
            try statement.bind(value, at: 1)
            #expect(try statement.step())
            return try statement.withColumn(at: 0, body)
        case .argument:
            return try withoutActuallyEscaping(body) { body in
                var result: R?
                try connection.add(function: "look", argc: 1) { args in
                    result = try args.withArgument(at: 0, body)
                    return nil
                }
                try connection.execute("SELECT look(\(value))")
                try connection.remove(function: "look", argc: 1)
                connection.clearStatementCache()
                return try #require(result)
            }
        case .boxed:
            return try body(SQLiteValueView(value))
        }
    }
}

@Suite("A view of a value")
struct SQLiteValueViewTests {
    /// The expected result of every accessor for a value.
    struct Look: Equatable, Sendable {
        var storageClass: SQLiteValue.StorageClass
        var int64: Int64?
        var double: Double?
        var text: String?
        var blob: Data?
        var isNull = false

        init(
            _ storageClass: SQLiteValue.StorageClass, int64: Int64? = nil, double: Double? = nil,
            text: String? = nil, blob: Data? = nil
        ) {
            self.storageClass = storageClass
            self.int64 = int64
            self.double = double
            self.text = text
            self.blob = blob
            self.isNull = storageClass == .null
        }

        init(of view: borrowing SQLiteValueView) {
            storageClass = view.storageClass
            int64 = view.int64
            double = view.double
            text = view.text
            blob = view.blob
            isNull = view.isNull
        }
    }

    static var looks: [(SQLiteValue, Look)] {
        [
            (.int(42), Look(.integer, int64: 42, double: 42)),
            (.int(.min), Look(.integer, int64: .min, double: -0x1p63)),
            (.real(1), Look(.real, double: 1)),
            (.text("42"), Look(.text, text: "42")),
            (.text(""), Look(.text, text: "")),
            (.text("a\0b"), Look(.text, text: "a\0b")),
            (.blob(Data("42".utf8)), Look(.blob, blob: Data("42".utf8))),
            (.blob(Data()), Look(.blob, blob: Data())),
            (.null, Look(.null)),
        ]
    }

    @Test(
        "A view returns values of its own storage class only", arguments: looks, ViewSource.allCases
    )
    func strictness(look: (SQLiteValue, Look), source: ViewSource) throws {
        #expect(try source.look(at: look.0) { Look(of: $0) } == look.1)
    }

    @Test("A view can be read in any order", arguments: looks, ViewSource.allCases)
    func order(look: (SQLiteValue, Look), source: ViewSource) throws {
        try source.look(at: look.0) { view in
            #expect(view.blob == look.1.blob)
            #expect(view.text == look.1.text)
            #expect(view.value == look.0)
            #expect(view.text == look.1.text)
            #expect(view.double == look.1.double)
            #expect(view.int64 == look.1.int64)
            #expect(view.value == look.0)
        }
    }

    @Test("A view gives access to text bytes only for TEXT", arguments: looks, ViewSource.allCases)
    func textBytes(look: (SQLiteValue, Look), source: ViewSource) throws {
        let bytes = try source.look(at: look.0) { $0.withTextBytes { Array($0) } }
        #expect(bytes == look.1.text.map { Array($0.utf8) })
    }

    @Test("A view gives access to BLOB bytes only for BLOBs", arguments: looks, ViewSource.allCases)
    func blobBytes(look: (SQLiteValue, Look), source: ViewSource) throws {
        let bytes = try source.look(at: look.0) { $0.withBlobBytes { Array($0) } }
        #expect(bytes == look.1.blob.map(Array.init))
    }

    @Test(
        "A view rethrows the error of a closure that reads its bytes",
        arguments: ViewSource.allCases)
    func error(source: ViewSource) throws {
        struct Refusal: Error {}
        // A function's error would reach the caller as SQLite's.
        try source.look(at: .text("x")) { view in
            do throws(Refusal) {
                try view.withTextBytes { (_) throws(Refusal) in throw Refusal() }
                Issue.record("nothing was thrown")
            } catch {}
        }
        try source.look(at: .blob(Data([1]))) { view in
            do throws(Refusal) {
                try view.withBlobBytes { (_) throws(Refusal) in throw Refusal() }
                Issue.record("nothing was thrown")
            } catch {}
        }
    }

    @Test("A view of a missing column is NULL", arguments: [-1, 1, .max, .min] as [Int32])
    func missingColumn(index: Int32) throws {
        let statement = try Connection.inMemory().statement("SELECT 'x'")
        #expect(try statement.step())
        #expect(statement.withColumn(at: index) { Look(of: $0) } == Look(.null))
        #expect(statement.columnValue(at: index) == .null)
        #expect(statement.columnValue(at: index) as String? == nil)
        #expect(statement.columnValue(at: index) as Data? == nil)
    }

    @Test("A view of a missing argument is NULL", arguments: [-1, 1, .max, .min])
    func missingArgument(index: Int) throws {
        let connection = try Connection.inMemory()
        var looks: [Look] = []
        try connection.add(function: "look", argc: -1) { args in
            looks.append(args.withArgument(at: index) { Look(of: $0) })
            looks.append(Look(of: SQLiteValueView(args[index])))
            return (args[index] as String?) ?? "none"
        }
        #expect(try connection.value("SELECT look('x')") == "none")
        #expect(looks == [Look(.null), Look(.null)])
    }
}

import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

private let hasRTree: Bool = {
    let connection = try? Connection(location: .inMemory)
    return (try? connection?.execute("CREATE VIRTUAL TABLE t USING rtree(id, x0, x1)")) != nil
}()

@Suite("A geometry of an R-tree", .enabled(if: hasRTree))
struct RTreeGeometryTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute("CREATE VIRTUAL TABLE places USING rtree(id, x0, x1, y0, y1)")
    }

    private func insert(_ id: Int, x: Double, y: Double, size: Double = 0) throws {
        try connection.execute(
            "INSERT INTO places VALUES (\(id), \(x), \(x + size), \(y), \(y + size))")
    }

    /// The distance of a cell from the point whose coordinates are the arguments.
    private static func distance(_ cell: borrowing RTreeCell) -> Double {
        var square = 0.0
        for dimension in 0..<cell.dimensions {
            let point = cell.argument(dimension)
            let distance = max(
                cell.lowerBound(dimension) - point, point - cell.upperBound(dimension), 0)
            square += distance * distance
        }
        return square.squareRoot()
    }

    private func addCircle() throws {
        try connection.add(geometry: "circle", dimensions: 2, argumentCount: 3) { cell in
            Self.distance(cell) <= cell.argument(2) ? .partly : .outside
        }
    }

    @Test("A search finds the entries that a scan of all rows finds")
    func circle() throws {
        try addCircle()
        for seed in RandomSeeds.range(count: 5) {
            var random = SeededGenerator(seed: UInt64(seed))
            try connection.execute("DELETE FROM places")
            // R-trees store numbers of 32 bits, which have these values exactly.
            for id in 1...300 {
                try insert(
                    id, x: Double(Int.random(in: -50...50, using: &random)),
                    y: Double(Int.random(in: -50...50, using: &random)),
                    size: Double(Int.random(in: 0...3, using: &random)))
            }
            for _ in 1...5 {
                let (x, y) = (
                    Int.random(in: -60...60, using: &random),
                    Int.random(in: -60...60, using: &random)
                )
                let radius = Int.random(in: 0...40, using: &random)
                let found = try connection.rows(
                    "SELECT id FROM places WHERE id MATCH circle(\(x), \(y), \(radius)) ORDER BY id",
                    as: Int.self)
                let expected = try connection.rows(
                    """
                    SELECT id FROM (
                        SELECT id, max(x0 - \(x), \(x) - x1, 0) AS dx, max(y0 - \(y), \(y) - y1, 0) AS dy
                        FROM places
                    ) WHERE dx * dx + dy * dy <= \(radius * radius) ORDER BY id
                    """, as: Int.self)
                #expect(found == expected, "DATALITE_SEED=\(seed)")
            }
        }
    }

    @Test("Scores order the entries, and a limit ends the search early")
    func scores() throws {
        var calls = 0
        try connection.add(geometry: "nearest", argumentCount: 2) { cell in
            calls += 1
            return .partly.scored(Self.distance(cell))
        }
        for id in 1...1000 { try insert(id, x: Double(id * 7919 % 1000), y: 0) }
        let found = try connection.rows(
            "SELECT x0 FROM places WHERE id MATCH nearest(-1, 0) LIMIT 5", as: Double.self)
        #expect(found == [0, 1, 2, 3, 4])
        #expect(calls < 300)
    }

    @Test("The cells of a node that is inside the geometry know it")
    func inside() throws {
        var levels: Set<Int> = []
        var hasParentInside = false
        try connection.add(geometry: "everything") { cell in
            levels.insert(cell.level)
            if cell.isParentInside { hasParentInside = true }
            #expect(cell.isEntry == (cell.level == 0))
            #expect((cell.rowID == nil) == !cell.isEntry)
            return cell.isEntry ? .outside : .inside
        }
        for id in 1...300 { try insert(id, x: Double(id), y: 0) }
        let count = try connection.value(
            "SELECT count(*) FROM places WHERE id MATCH everything()", as: Int.self)
        #expect(count == 0)
        #expect(levels.count > 1)
        #expect(hasParentInside)
        try connection.add(geometry: "nowhere") { _ in .outside }
        let none = try connection.value(
            "SELECT count(*) FROM places WHERE id MATCH nowhere(1)", as: Int.self)
        #expect(none == 0)
    }

    @Test("A cell has the arguments as numbers and as values, and none beyond them")
    func arguments() throws {
        var values: [SQLiteValue] = []
        var numbers: [Double] = []
        var bounds: [Double] = []
        try connection.add(geometry: "probe") { cell in
            values = (-1...cell.argumentCount).map { cell.argumentValue($0) }
            numbers = (-1...cell.argumentCount).map { cell.argument($0) }
            bounds = [-1, 0, cell.dimensions].flatMap {
                [cell.lowerBound($0), cell.upperBound($0)]
            }
            return .inside
        }
        try insert(1, x: 0, y: 0)
        let rows = try connection.rows(
            "SELECT id FROM places WHERE id MATCH probe('abc', NULL, 2.5, x'01')", as: Int.self)
        #expect(rows == [1])
        #expect(
            values == [.null, .text("abc"), .null, .real(2.5), .blob(Data([1])), .null])
        #expect(numbers.map(\.isNaN) == [true, false, false, false, false, true])
        #expect(numbers.dropFirst().dropLast() == [0, 0, 2.5, 0])
        #expect(bounds.map(\.isNaN) == [true, true, false, false, true, true])
    }

    @Test("An error of the closure is the cause of the statement's error")
    func failing() throws {
        struct Unknown: Error {}
        try connection.add(geometry: "failing") { _ in throw Unknown() }
        try connection.add(geometry: "coded") { _ in throw FunctionError(.constraint, "too far") }
        try insert(1, x: 0, y: 0)
        let query: SQL = "SELECT id FROM places WHERE id MATCH failing()"
        let error = try failure { try connection.rows(query, as: Int.self) }
        #expect(error.underlyingError is Unknown)
        #expect(error.message.hasPrefix("geometry \"failing\": "))
        #expect(error.sql == query.text)
        let coded = try failure {
            try connection.rows("SELECT id FROM places WHERE id MATCH coded()", as: Int.self)
        }
        #expect(coded.resultCode == .constraint)
        #expect(coded.message == "geometry \"coded\": too far")
        // The connection can be used, and the error of another statement has no cause.
        let other = try failure { try connection.execute("SELECT * FROM missing") }
        #expect(other.underlyingError == nil)
    }

    @Test("A search with another number of arguments or dimensions fails and names both numbers")
    func argumentCount() throws {
        try addCircle()
        try insert(1, x: 0, y: 0)
        let error = try failure {
            try connection.rows("SELECT id FROM places WHERE id MATCH circle(1)", as: Int.self)
        }
        #expect(error.message == "geometry \"circle\": it takes 3 arguments, not 1 argument")
        try connection.execute("CREATE VIRTUAL TABLE lines USING rtree(id, x0, x1)")
        try connection.execute("INSERT INTO lines VALUES (1, 0, 1)")
        let dimensions = try failure {
            try connection.rows("SELECT id FROM lines WHERE id MATCH circle(1, 2, 3)", as: Int.self)
        }
        #expect(
            dimensions.message
                == "geometry \"circle\": it searches R-trees of 2 dimensions, not of 1 dimension"
        )
    }

    @Test("The closure cannot run SQL on its connection")
    func reentrancy() throws {
        let connection = connection
        var codes: [ResultCode?] = []
        try connection.add(geometry: "nested") { [unowned connection] _ in
            do {
                try connection.execute("DELETE FROM places")
            } catch {
                codes.append((error as? SQLiteError)?.resultCode)
            }
            return .inside
        }
        try insert(1, x: 0, y: 0)
        let rows = try connection.rows(
            "SELECT id FROM places WHERE id MATCH nested()", as: Int.self)
        #expect(rows == [1])
        #expect(codes == [.misuse])
    }

    @Test("The closure can neither close its connection nor change its geometries")
    func changes() throws {
        let connection = connection
        var codes: [ResultCode?] = []
        func note(_ body: () throws -> Void) {
            do { try body() } catch { codes.append((error as? SQLiteError)?.resultCode) }
        }
        try connection.add(geometry: "g") { [unowned connection] _ in
            note { try connection.close() }
            note { try connection.remove(geometry: "g") }
            note { try connection.add(geometry: "g") { _ in .outside } }
            return .inside
        }
        try insert(1, x: 0, y: 0)
        let rows = try connection.rows("SELECT id FROM places WHERE id MATCH g()", as: Int.self)
        #expect(rows == [1])
        #expect(codes.count == 3)
        #expect(!connection.isClosed)
    }

    @Test("A geometry is replaced and removed, except while a statement is mid-step")
    func replacing() throws {
        try connection.add(geometry: "g") { _ in .inside }
        for id in 1...3 { try insert(id, x: 0, y: 0) }
        let query: SQL = "SELECT id FROM places WHERE id MATCH g()"
        let statement = try connection.prepare(sql: query.text)
        #expect(try statement.step())
        let busy = try failure { try connection.add(geometry: "g") { _ in .outside } }
        #expect(busy.resultCode == .busy)
        try statement.reset()
        try connection.add(geometry: "G") { _ in .outside }
        #expect(try connection.rows(query, as: Int.self) == [])
        try connection.remove(geometry: "g")
        try connection.remove(geometry: "never added")
        #expect(throws: SQLiteError.self) { try connection.rows(query, as: Int.self) }
    }

    @Test(
        "A removed geometry is released at once, in each encoding", arguments: ["UTF-8", "UTF-16"])
    func removing(encoding: String) throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute("PRAGMA encoding = \(identifier: encoding)")
        try connection.execute("CREATE VIRTUAL TABLE places USING rtree(id, x0, x1)")
        try connection.execute("INSERT INTO places VALUES (1, 0, 1)")
        let counter = InstanceCounter()
        do {
            let object = InstanceCounter.Member(of: counter)
            try connection.add(geometry: "g") { _ in withExtendedLifetime(object) { .inside } }
        }
        let query: SQL = "SELECT id FROM places WHERE id MATCH g()"
        #expect(try connection.rows(query, as: Int.self) == [1])
        connection.clearStatementCache()
        try connection.remove(geometry: "G")
        #expect(counter.alive == 0)
        #expect(throws: SQLiteError.self) { try connection.rows(query, as: Int.self) }
        try connection.remove(geometry: "printf")
        #expect(try connection.value("SELECT printf('%d', 7)") == "7")
    }

    @Test(
        "A score that is negative or NaN is an error",
        arguments: [-1.0, -Double.infinity, Double.nan])
    func invalidScore(score: Double) throws {
        try insert(1, x: 0, y: 0)
        try connection.add(geometry: "g") { _ in .partly.scored(score) }
        let error = try failure {
            try connection.rows("SELECT id FROM places WHERE id MATCH g()", as: Int.self)
        }
        #expect(error.message == "geometry \"g\": the score \(score) is not 0 or more")
    }

    @Test("The lowest score of two geometries counts, and both must match")
    func twoGeometries() throws {
        for id in 1...50 { try insert(id, x: Double(id), y: 0) }
        try connection.add(geometry: "near") { .partly.scored(abs($0.lowerBound(0) - 20)) }
        try connection.add(geometry: "even") { cell in
            guard let id = cell.rowID else { return .partly.scored(1000) }
            return id.isMultiple(of: 2) ? .inside.scored(1000) : .outside
        }
        let found = try connection.rows(
            "SELECT id FROM places WHERE id MATCH near() AND id MATCH even()", as: Int.self)
        #expect(found.first == 20)
        #expect(Set(found) == Set((1...50).filter { $0.isMultiple(of: 2) }))
    }

    @Test("Invalid names and a closed connection are refused, and the closure is released")
    func refusals() throws {
        let counter = InstanceCounter()
        for name in ["", "a\0b", String(repeating: "x", count: 300)] {
            let object = InstanceCounter.Member(of: counter)
            let error = try failure {
                try connection.add(geometry: name) { _ in
                    withExtendedLifetime(object) { .inside }
                }
            }
            #expect(error.resultCode == .misuse)
            #expect(error.message.hasPrefix("geometry \""))
        }
        do {
            let object = InstanceCounter.Member(of: counter)
            try connection.add(geometry: "kept") { _ in withExtendedLifetime(object) { .inside } }
        }
        #expect(counter.alive == 1)
        try connection.close()
        #expect(counter.alive == 0)
        let closed = try failure { try connection.add(geometry: "x") { _ in .inside } }
        #expect(closed.resultCode == .misuse)
    }
}

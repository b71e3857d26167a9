import DataLiteC

/// How a cell of an R-tree lies relative to the geometry of a search.
public struct RTreeMatch: Sendable {
    enum Extent: Int32, Sendable {
        case outside = 0
        case partly = 1
        case inside = 2
    }

    let extent: Extent
    let score: Double?

    /// The cell is outside the geometry: neither the cell nor anything in the cell is found.
    public static let outside = RTreeMatch(extent: .outside, score: nil)

    /// A part of the cell may be inside the geometry. An entry is found; a node is searched.
    public static let partly = RTreeMatch(extent: .partly, score: nil)

    /// The whole cell is inside the geometry, with everything in it. SQLite still asks about the cells in a node, with
    /// ``RTreeCell/isParentInside``.
    public static let inside = RTreeMatch(extent: .inside, score: nil)

    /// The match with a score, 0 or more. SQLite visits cells with lower scores first, so entries are returned in the
    /// order of their scores if the score of a node is never higher than the scores of its entries. Without a score, a
    /// cell has the score of the node that contains it. If a statement has several geometries, a cell has the lowest of
    /// their scores, so each geometry must give a score.
    ///
    /// A search with a score that is negative or NaN fails.
    public func scored(_ score: Double) -> RTreeMatch { RTreeMatch(extent: extent, score: score) }
}

/// A cell of an R-tree that a search has to decide about: an entry, or a node with the bounding box of all entries in
/// it. It can be used only while the closure runs. C: `sqlite3_rtree_query_info`.
public struct RTreeCell: ~Copyable {
    private let info: UnsafeMutablePointer<sqlite3_rtree_query_info>

    fileprivate init(_ info: UnsafeMutablePointer<sqlite3_rtree_query_info>) { self.info = info }

    /// The number of arguments in SQL.
    public var argumentCount: Int { Int(info.pointee.nParam) }

    /// An argument in SQL as a number; `.nan` if there are fewer arguments.
    public func argument(_ index: Int) -> Double {
        guard (0..<argumentCount).contains(index) else { return .nan }
        return Double(info.pointee.aParam[index])
    }

    /// An argument in SQL as it was passed; NULL if there are fewer arguments.
    public func argumentValue(_ index: Int) -> SQLiteValue {
        guard (0..<argumentCount).contains(index), let value = info.pointee.apSqlParam[index] else {
            return .null
        }
        return SQLiteValueView(value).value
    }

    /// The number of dimensions, 1 to 5.
    public var dimensions: Int { Int(info.pointee.nCoord) / 2 }

    /// The lower bound of the cell in a dimension; `.nan` if there are fewer dimensions.
    public func lowerBound(_ dimension: Int) -> Double { coordinate(of: dimension, at: 0) }

    /// The upper bound of the cell in a dimension; `.nan` if there are fewer dimensions.
    public func upperBound(_ dimension: Int) -> Double { coordinate(of: dimension, at: 1) }

    private func coordinate(of dimension: Int, at end: Int) -> Double {
        guard (0..<dimensions).contains(dimension) else { return .nan }
        return Double(info.pointee.aCoord[2 * dimension + end])
    }

    /// The height above the entries: 0 for an entry.
    public var level: Int { Int(info.pointee.iLevel) }

    /// Whether the cell is an entry, not a node.
    public var isEntry: Bool { info.pointee.iLevel == 0 }

    /// The rowid of an entry; `nil` for a node.
    public var rowID: Int64? { isEntry ? info.pointee.iRowid : nil }

    /// The score of the node that contains the cell.
    public var parentScore: Double { Double(info.pointee.rParentScore) }

    /// Whether the node that contains the cell is inside the geometry: then the cell is, too.
    public var isParentInside: Bool { info.pointee.eParentWithin == FULLY_WITHIN }
}

extension Connection {
    /// Adds a geometry, a shape for searches of R-trees.
    ///
    /// ```swift
    /// try connection.add(geometry: "overlapping", dimensions: 1, argumentCount: 2) { cell in
    ///     cell.lowerBound(0) <= cell.argument(1) && cell.upperBound(0) >= cell.argument(0)
    ///         ? .partly : .outside
    /// }
    /// let shifts = try connection.rows(
    ///     "SELECT id FROM shifts WHERE id MATCH overlapping(\(start), \(end))", as: Int.self)
    /// ```
    ///
    /// SQLite calls the closure for each cell that the search reaches, from the root to the entries. The closure must
    /// not run SQL on the connection that is calling it: that SQL throws `SQLITE_MISUSE`. If the closure throws an
    /// error, the statement fails, with this error as its `underlyingError`. Several geometries can be combined with
    /// `AND`, but not with `OR`. C: `sqlite3_rtree_query_callback`.
    ///
    /// - Parameters:
    ///   - name: The name in SQL, in any letter case.
    ///   - dimensions: The number of dimensions, 1 to 5, of the R-trees that can be searched; `nil` for any number.
    ///   - argumentCount: The number of arguments, which a search must pass; `nil` for any number.
    ///   - match: Decides about a cell.
    /// - Throws: `SQLITE_MISUSE` for a name that is empty, too long or contains a NUL character, if SQLite was built
    ///   without R-trees, and if the connection is closed; `SQLITE_BUSY` if it replaces a function while a statement is
    ///   mid-step.
    public func add(
        geometry name: String, dimensions: Int? = nil, argumentCount: Int? = nil,
        _ match: @escaping (borrowing RTreeCell) throws -> RTreeMatch
    ) throws(SQLiteError) {
        let pointer = try handle.open()
        let register = try RTreeFunctions.required()
        try Function.Registration.validate(
            name: name, argc: -1, owner: "geometry \"\(MessageText.name(name))\"")
        try handle.noteFunctionChange()
        let context = GeometryContext(name, dimensions, argumentCount, match, handle.link)
        let failure = handle.link.releasingDestroyed { () -> SQLiteError? in
            // SQLite destroys the context even if it returns an error.
            let code = register(
                pointer, name, GeometryContext.invoke, context.retainedPointer(),
                CallbackContext.destroy)
            return code == SQLITE_OK ? nil : handle.error(code, sql: nil)
        }
        if let failure { throw failure }
        handle.geometries.insert(ExactName(name: name.lowercasedASCII))
    }

    /// Removes a geometry. Removing one that does not exist is not an error. C: `sqlite3_create_function_v2`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed; `SQLITE_BUSY` while a statement is mid-step.
    public func remove(geometry name: String) throws(SQLiteError) {
        let pointer = try handle.open()
        let key = ExactName(name: name.lowercasedASCII)
        guard handle.geometries.contains(key) else { return }
        try handle.noteFunctionChange()
        let failure = handle.link.releasingDestroyed { () -> SQLiteError? in
            // SQLite has registered the geometry for all encodings of text.
            let code = sqlite3_create_function_v2(
                pointer, name, -1, SQLITE_ANY, nil, nil, nil, nil, nil)
            return code == SQLITE_OK ? nil : handle.error(code, sql: nil)
        }
        if let failure { throw failure }
        handle.geometries.remove(key)
    }
}

/// The function that adds a geometry. Not every build of SQLite has R-trees, so it is looked up at run time.
private enum RTreeFunctions {
    typealias Register =
        @Sendable @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, GeometryContext.Callback?,
            UnsafeMutableRawPointer?, (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
        ) -> Int32

    // SAFETY: sqlite3.h declares the function with this type, unless coordinates are integers.
    private static let register: Register? =
        Connection.library.hasCompileOption("RTREE_INT_ONLY")
        ? nil
        : datalite_symbol("sqlite3_rtree_query_callback")
            .map { unsafeBitCast($0, to: Register.self) }

    static func required() throws(SQLiteError) -> Register {
        guard let register else {
            throw SQLiteError.misuse("this SQLite was built without R-trees of real numbers")
        }
        return register
    }
}

/// The user data of a geometry, owned by SQLite.
private final class GeometryContext: CallbackContext {
    typealias Callback =
        @convention(c) (UnsafeMutablePointer<sqlite3_rtree_query_info>?) -> Int32

    private let name: String
    private let dimensions: Int?
    private let argumentCount: Int?
    private let match: (borrowing RTreeCell) throws -> RTreeMatch

    init(
        _ name: String, _ dimensions: Int?, _ argumentCount: Int?,
        _ match: @escaping (borrowing RTreeCell) throws -> RTreeMatch, _ link: CallbackLink
    ) {
        self.name = name
        self.dimensions = dimensions
        self.argumentCount = argumentCount
        self.match = match
        super.init(link)
    }

    static let invoke: Callback = { info in
        guard let info, let context = info.pointee.pContext else { return SQLITE_ERROR }
        return Unmanaged<GeometryContext>.fromOpaque(context)._withUnsafeGuaranteedRef {
            $0.decide(about: info)
        }
    }

    /// Sets the result for a cell, while no statement can change the nodes that SQLite is searching.
    ///
    /// - Returns: A result code.
    private func decide(about info: UnsafeMutablePointer<sqlite3_rtree_query_info>) -> Int32 {
        let isOutermost = link.handle?.executionBlocks.insert(.insideCollation).inserted ?? false
        defer { if isOutermost { link.handle?.executionBlocks.remove(.insideCollation) } }
        do {
            try requireSearch(info)
            let result = try match(RTreeCell(info))
            info.pointee.eWithin = result.extent.rawValue
            if let score = result.score {
                // SQLite reads a negative number as no score.
                guard score >= 0 else {
                    throw FunctionError(.error, "the score \(score) is not 0 or more")
                }
                info.pointee.rScore = score
            }
            return SQLITE_OK
        } catch {
            link.handle?.willFail(.module("geometry \"\(MessageText.name(name))\""), error)
            return SQLITE_ERROR
        }
    }

    /// - Throws: The reason why the geometry cannot search this R-tree with these arguments.
    private func requireSearch(_ info: UnsafeMutablePointer<sqlite3_rtree_query_info>) throws {
        let found = (dimensions: Int(info.pointee.nCoord) / 2, arguments: Int(info.pointee.nParam))
        if let argumentCount, argumentCount != found.arguments {
            throw FunctionError(
                .error,
                "it takes \(argumentCount.counted("argument")), not "
                    + found.arguments.counted("argument"))
        }
        if let dimensions, dimensions != found.dimensions {
            throw FunctionError(
                .error,
                "it searches R-trees of \(dimensions.counted("dimension")), not of "
                    + found.dimensions.counted("dimension"))
        }
    }
}

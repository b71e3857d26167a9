import DataLiteMacros

/// A number that is stored with 1000 added to it.
struct Shifted: ColumnRepresentation, ColumnTyped {
    let value: Int

    init(_ value: Int) { self.value = value }

    init?(_ sqliteValue: SQLiteValue) {
        guard case .int(let number) = sqliteValue, number > 500 else { return nil }
        value = Int(number) - 1000
    }

    var sqliteValue: SQLiteValue { .int(Int64(value + 1000)) }

    static var columnType: ColumnType { .integer }
}

@Selection struct Leg: Hashable {
    @Column(as: Shifted.self) var begin: Int
    @Column(as: Shifted.self) var end: Int?
}

/// A table with groups and representations, for random queries.
@Table struct Voyage: Hashable {
    let id: Int
    var first: Leg
    @Column(prefix: "return_") var second: Leg?
    @Column(as: Shifted.self) var rank: Int?
    var plain: Int?

    static let ended = Self.where { $0.first.end != nil }
    static let best = order { ($0.rank.desc(), $0.id) }.limit(3)
}

/// Two rows, one of them optional, with a group and one of its columns.
@Selection struct VoyagePair: Hashable {
    var left: Voyage
    @Column(prefix: "right_") var right: Voyage?
    @Column(prefix: "leg_") var leg: Leg?
    @Column("pair_rank", as: Shifted.self) var rank: Int?
}

/// A random condition on a row, with its truth value computed in Swift.
struct VoyageCondition {
    let expression: (Voyage.Columns) -> SQLExpression<Bool?>
    let truth: (Voyage) -> Bool?
}

extension VoyageCondition {
    static func random(
        depth: Int = 2, using random: inout some RandomNumberGenerator
    ) -> VoyageCondition {
        if depth > 0 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: return and(&random, depth)
            case 1: return or(&random, depth)
            case 2:
                let one = Self.random(depth: depth - 1, using: &random)
                return VoyageCondition {
                    !one.expression($0)
                } truth: {
                    one.truth($0).map(!)
                }
            default: break
            }
        }
        return simple(&random)
    }

    private static func and(
        _ random: inout some RandomNumberGenerator, _ depth: Int
    ) -> VoyageCondition {
        let lhs = Self.random(depth: depth - 1, using: &random)
        let rhs = Self.random(depth: depth - 1, using: &random)
        return VoyageCondition {
            lhs.expression($0) && rhs.expression($0)
        } truth: { row in
            let (lhs, rhs) = (lhs.truth(row), rhs.truth(row))
            if lhs == false || rhs == false { return false }
            return lhs == nil || rhs == nil ? nil : true
        }
    }

    private static func or(
        _ random: inout some RandomNumberGenerator, _ depth: Int
    ) -> VoyageCondition {
        let lhs = Self.random(depth: depth - 1, using: &random)
        let rhs = Self.random(depth: depth - 1, using: &random)
        return VoyageCondition {
            lhs.expression($0) || rhs.expression($0)
        } truth: { row in
            let (lhs, rhs) = (lhs.truth(row), rhs.truth(row))
            if lhs == true || rhs == true { return true }
            return lhs == nil || rhs == nil ? nil : false
        }
    }

    private static func simple(_ random: inout some RandomNumberGenerator) -> VoyageCondition {
        let number = Int.random(in: 0...3, using: &random)
        let maybe = Voyage.number(&random)
        let others = [number, Int.random(in: 0...3, using: &random)]
        let (leg, maybeLeg) = (Voyage.leg(&random), Voyage.optionalLeg(&random))
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            return plain {
                $0.first.begin == number
            } truth: {
                $0.first.begin == number
            }
        case 1:
            return plain {
                $0.first.end == maybe
            } truth: {
                $0.first.end == maybe
            }
        case 2:
            return plain {
                $0.rank != maybe
            } truth: {
                $0.rank != maybe
            }
        case 3:
            return plain {
                $0.second.begin == maybe
            } truth: {
                $0.second?.begin == maybe
            }
        case 4:
            return plain {
                $0.first.begin < number
            } truth: {
                $0.first.begin < number
            }
        case 5:
            return Self {
                $0.rank >= number
            } truth: {
                $0.rank.map { $0 >= number }
            }
        case 6:
            return plain {
                $0.first.end.in(others)
            } truth: { row in
                row.first.end.map(others.contains) ?? false
            }
        case 7:
            return Self {
                $0.second.end.between(number, and: 2)
            } truth: { row in
                row.second?.end.map { $0 >= number && $0 <= 2 }
            }
        case 8:
            return plain {
                $0.first == leg
            } truth: {
                $0.first == leg
            }
        case 9:
            return plain {
                $0.second != maybeLeg
            } truth: {
                $0.second != maybeLeg
            }
        case 10:
            return plain {
                $0.second.begin == $0.first.begin
            } truth: {
                $0.second?.begin == $0.first.begin
            }
        case 11:
            return plain {
                $0.rank == $0.first.end
            } truth: {
                $0.rank == $0.first.end
            }
        case 12:
            return Self {
                $0.rank < $0.first.begin
            } truth: { row in
                row.rank.map { $0 < row.first.begin }
            }
        case 13:
            return plain {
                ($0.rank ?? 1) > number
            } truth: {
                ($0.rank ?? 1) > number
            }
        case 14:
            return plain {
                $0.second == nil
            } truth: {
                $0.second == nil
            }
        case 15:
            return plain {
                $0.first == $0.second
            } truth: {
                $0.first == $0.second
            }
        case 16:
            return plain {
                $0.rank.in(Voyage.select { $0.first.begin })
            } truth: { _ in
                true
            }
            .in { rows, row in rows.contains { $0.first.begin == row.rank } }
        case 17:
            return plain { row in
                Voyage.where { $0.first.end == row.rank && $0.id != row.id }.exists()
            } truth: { _ in
                true
            }
            .in { rows, row in rows.contains { $0.first.end == row.rank && $0.id != row.id } }
        case 18:
            return plain {
                $0.rank == Voyage.select { $0.first.end.max() }.scalar(as: Shifted.self)
            } truth: { _ in
                true
            }
            .in { rows, row in row.rank == rows.compactMap(\.first.end).max() }
        default:
            return Self {
                $0.plain > $0.id
            } truth: { row in
                row.plain.map { $0 > row.id }
            }
        }
    }

    private static func plain(
        _ expression: @escaping (Voyage.Columns) -> SQLExpression<Bool>,
        truth: @escaping (Voyage) -> Bool?
    ) -> VoyageCondition {
        VoyageCondition(expression: { expression($0).optional() }, truth: truth)
    }

    /// The condition with a truth value that depends on all rows of the table, ``Voyage/rows``.
    private func `in`(_ truth: @escaping ([Voyage], Voyage) -> Bool) -> VoyageCondition {
        VoyageCondition(expression: expression, truth: { truth(Voyage.rows, $0) })
    }
}

extension Voyage {
    /// The rows of the table in the test that runs in this task.
    @TaskLocal static var rows: [Voyage] = []

    static func number(_ random: inout some RandomNumberGenerator) -> Int? {
        Int.random(in: 0...2, using: &random) == 0 ? nil : Int.random(in: 0...3, using: &random)
    }

    static func leg(_ random: inout some RandomNumberGenerator) -> Leg {
        Leg(begin: Int.random(in: 0...3, using: &random), end: number(&random))
    }

    static func optionalLeg(_ random: inout some RandomNumberGenerator) -> Leg? {
        Bool.random(using: &random) ? leg(&random) : nil
    }

    static func random(id: Int, using random: inout some RandomNumberGenerator) -> Voyage {
        Voyage(
            id: id, first: leg(&random), second: optionalLeg(&random), rank: number(&random),
            plain: number(&random))
    }
}

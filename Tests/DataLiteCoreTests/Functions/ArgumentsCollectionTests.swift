import DataLiteCore
import Testing

@Suite("The arguments of a function as a collection")
struct ArgumentsCollectionTests {
    typealias Slicing = @Sendable (any ArgumentsProtocol) -> _ArgumentsSlice

    /// Slices that SQL can cause by passing fewer arguments, or numbers as arguments.
    static let sliceCases: [(indexes: Range<Int>, slice: Slicing)] = [
        (1..<3, { $0[1...] }), (3..<3, { $0[3...] }), (3..<3, { $0[7...] }),
        (0..<3, { $0[(-7)...] }), (3..<3, { $0[Int.max...] }), (0..<3, { $0[Int.min...] }),
        (0..<2, { $0[..<2] }), (0..<0, { $0[..<(-1)] }), (0..<3, { $0[..<Int.max] }),
        (0..<3, { $0[0..<9] }), (3..<3, { $0[5..<9] }), (0..<0, { $0[(-9)..<(-5)] }),
        (2..<3, { $0[2...9] }), (0..<3, { $0[Int.min...Int.max] }), (3..<3, { $0[4...4] }),
        (0..<3, { $0[...9] }), (0..<0, { $0[...(-2)] }), (0..<3, { $0[...Int.max] }),
        (0..<3, { $0[...] }),
        (1..<3, { $0.suffix(from: 1) }), (3..<3, { $0.suffix(from: 4) }),
        (0..<3, { $0.suffix(from: -1) }), (0..<2, { $0.prefix(upTo: 2) }),
        (0..<0, { $0.prefix(upTo: -1) }), (0..<3, { $0.prefix(through: 9) }),
        (0..<0, { $0.prefix(through: .min) }),
        (0..<2, { $0.prefix(2) }), (0..<3, { $0.prefix(.max) }), (0..<0, { $0.prefix(-1) }),
        (1..<3, { $0.suffix(2) }), (0..<3, { $0.suffix(.max) }), (3..<3, { $0.suffix(.min) }),
        (1..<3, { $0.dropFirst() }), (3..<3, { $0.dropFirst(.max) }), (0..<3, { $0.dropFirst(-1) }),
        (0..<2, { $0.dropLast() }), (0..<0, { $0.dropLast(.max) }), (0..<3, { $0.dropLast(.min) }),
        (0..<1, { $0.prefix { $0 == 1 } }), (1..<3, { $0.drop { $0 == 1 } }),
        (2..<3, { $0[1...][2...] }), (3..<3, { $0[1...].dropFirst(5) }),
        (1..<2, { $0[1...].prefix(1) }), (1..<3, { $0[1...][0...] }),
    ]

    @Test("Arguments yield the existing part of a range", arguments: sliceCases.indices)
    func slicing(_ number: Int) throws {
        let values: [SQLiteValue] = [1, "two", 3.0]
        let (indexes, slice) = Self.sliceCases[number]
        for result in try withEachKindOfArguments(slice) {
            #expect(Array(result) == Array(values[indexes]))
            #expect(result.indices == indexes)
        }
    }

    @Test("Slices of arguments read as null out of range", arguments: [0, 3, 99, -1, .max, .min])
    func sliceOutOfRange(_ index: Int) throws {
        #expect(try withEachKindOfArguments { $0[1...][index] as SQLiteValue } == [.null, .null])
        #expect(try withEachKindOfArguments { $0[1...][index] as Int? } == [nil, nil])
        #expect(try withEachKindOfArguments { $0[1...][1] as String? } == ["two", "two"])
        #expect(
            try withEachKindOfArguments { $0[1...].withArgument(at: index) { $0.isNull } } == [
                true, true,
            ])
    }

    @Test(
        "Moving an index of arguments anywhere does not stop the process",
        arguments: [0, 1, 3, 4, 100, -1, -100, .max, .min], [0, 1, 3, 4, -1, .max, .min])
    func indexes(_ index: Int, _ distance: Int) throws {
        let sum = index.addingReportingOverflow(distance)
        let moved = sum.overflow ? (distance > 0 ? Int.max : .min) : sum.partialValue
        #expect(
            try withEachKindOfArguments { $0.index(index, offsetBy: distance) } == [moved, moved])
        let distances = try withEachKindOfArguments { $0.distance(from: index, to: moved) }
        #expect(distances == [moved &- index, moved &- index] || sum.overflow)
        _ = try withEachKindOfArguments { ($0.index(after: index), $0.index(before: index)) }
        _ = try withEachKindOfArguments { args in
            var index = index
            args.formIndex(&index, offsetBy: distance)
            args.formIndex(after: &index)
            args.formIndex(before: &index)
        }
        for limit in [0, 3, index, .min, .max] {
            let found = try withEachKindOfArguments {
                $0.index(index, offsetBy: distance, limitedBy: limit)
            }
            #expect(found[0] == found[1])
        }
    }

    @Test("Moving an index of arguments stops at a limit as in an array")
    func limitedIndexes() throws {
        let array = [1, 2, 3]
        for index in 0...3 {
            for distance in -3...3 where (0...3).contains(index + distance) {
                for limit in 0...3 {
                    let expected = array.index(index, offsetBy: distance, limitedBy: limit)
                    let found = try withEachKindOfArguments {
                        $0.index(index, offsetBy: distance, limitedBy: limit)
                    }
                    #expect(found == [expected, expected])
                }
                let found = try withEachKindOfArguments {
                    $0.distance(from: index, to: index + distance)
                }
                #expect(found == [distance, distance])
            }
        }
    }
}

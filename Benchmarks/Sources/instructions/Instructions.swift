import DataLiteC
import Foundation

/// Runs the operations whose instructions `.ci/instructions` counts:
///
///     instructions                    prints the SQLite version, and each operation with its contenders
///     instructions NAME c|dataLite    runs an operation, and prints the number of runs and a checksum
@main
enum Instructions {
    private static let operations =
        InsertOperations.all + LookupOperations.all + FetchOperations.all + TypedOperations.all
        + AssociationOperations.all + FunctionOperations.all + ControlOperations.all
        + DatabaseOperations.all

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first else { return list() }
        guard let operation = operations.first(where: { $0.name == name }),
            let open = arguments.last == "c" ? operation.c : operation.dataLite
        else {
            FileHandle.standardError.write(Data("unknown operation: \(arguments)\n".utf8))
            exit(EX_USAGE)
        }
        let contender = try open()
        // Fills caches, and allocates objects that are reused.
        _ = try contender.run(0..<operation.count)
        let checksum = try countedRun(contender, operation.count..<2 * operation.count)
        print(operation.count, try checksum + contender.finish())
    }

    private static func list() {
        print("SQLite", String(cString: sqlite3_libversion()))
        for operation in operations {
            if operation.c != nil { print(operation.name, "c") }
            print(operation.name, "dataLite")
        }
    }
}

/// Instructions are counted only inside this function, which callgrind finds by its name.
@inline(never)
private func countedRun(_ contender: Contender, _ range: Range<Int>) throws -> Int {
    try contender.run(range)
}

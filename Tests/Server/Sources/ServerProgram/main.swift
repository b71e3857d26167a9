import DataLiteServer
import Foundation
import Logging
import ServiceLifecycle

// A process that writes to a database until SIGTERM. Each line of its output is the number of a write that has been
// acknowledged.
//
//     ServerProgram PATH SECONDS WRITERS [stuck]

let arguments = CommandLine.arguments
let path = arguments[1]
let limit = Double(arguments[2]) ?? 5
let writerCount = Int(arguments[3]) ?? 4
let isStuck = arguments.dropFirst(4).first == "stuck"

/// Prints a line at once: `print` keeps the lines of a pipe in memory.
func printLine(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// Writes rows as fast as the database accepts them.
struct Load: Service {
    let database: Database
    let writer: Int

    func run() async {
        for number in 0... {
            do {
                let id = writer * 1_000_000_000 + number
                try await database.write { db in
                    try db.execute("INSERT INTO acknowledged(id) VALUES (\(id))")
                }
                printLine("\(id)")
            } catch {
                // The database is closed. A service that returns earlier than it is asked to is an error.
                try? await gracefulShutdown()
                return
            }
        }
    }
}

/// A read that ends only when it is interrupted.
struct StuckRead: Service {
    let database: Database

    func run() async {
        _ = try? await database.read { db in
            printLine("stuck")
            return try db.value(
                """
                WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
                SELECT count(*) FROM n
                """, as: Int.self)
        }
        try? await gracefulShutdown()
    }
}

var migrator = Migrator()
migrator.add("create", sql: "CREATE TABLE acknowledged(id INTEGER PRIMARY KEY)")
let service = try await DatabaseService.open(
    path: path, migrator: migrator,
    shutdownLimits: DatabaseService.ShutdownLimits(
        calls: .seconds(limit), interruptedCalls: .seconds(5)))
var services: [any Service] = (0..<writerCount).map { Load(database: service.database, writer: $0) }
if isStuck { services.append(StuckRead(database: service.database)) }
// Stopped first, because the others end only when the database is closed.
services.append(service)
let group = ServiceGroup(
    configuration: ServiceGroupConfiguration(
        services: services.map {
            ServiceGroupConfiguration.ServiceConfiguration(
                service: $0, successTerminationBehavior: .ignore)
        },
        gracefulShutdownSignals: [.sigterm], logger: Logger(label: "program")))
try await group.run()

// Writes to a database until it is killed. For each number, one transaction inserts a row into each of two tables;
// then the number is printed.
//
//     CrashWriter PATH JOURNAL-MODE

import DataLiteCore
import Foundation

guard CommandLine.arguments.count == 3,
    let mode = JournalMode(rawValue: CommandLine.arguments[2])
else { exit(64) }

let connection = try Connection(
    path: CommandLine.arguments[1],
    configuration: .init {
        $0.journalMode = mode
        // A killed process loses no data that the operating system has received.
        $0.synchronous = .off
    })
try connection.execute(
    sql: """
        CREATE TABLE IF NOT EXISTS a(n INTEGER PRIMARY KEY, filling);
        CREATE TABLE IF NOT EXISTS b(n INTEGER PRIMARY KEY, filling);
        """)
var number = try connection.value("SELECT max(n) FROM a") ?? 0
while true {
    number += 1
    try connection.transaction {
        try connection.execute("INSERT INTO a VALUES (\(number), hex(randomblob(600)))")
        try connection.savepoint {
            try connection.execute("INSERT INTO b VALUES (\(number), hex(randomblob(600)))")
        }
    }
    FileHandle.standardOutput.write(Data("\(number)\n".utf8))
}

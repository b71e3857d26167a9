import DataLiteTestSupport
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("The date of a transaction of a database")
struct TransactionDateCallTests {
    @Test("Each call has its own date", arguments: TestStorage.allCases)
    func calls(storage: TestStorage) async throws {
        let seconds = Shared(0.0)
        let database = try storage.openWithItems {
            $0.readerLimit = 1
            $0.transactionClock = {
                seconds.change { $0 += 1 }
                return Date(timeIntervalSince1970: seconds.current)
            }
        }
        for first in [1.0, 2.0] {
            let dates = try await database.read { db in
                [try db.transactionDate, try db.transactionDate]
            }
            #expect(dates.map(\.timeIntervalSince1970) == [first, first])
        }
        let written = try await database.write { db in
            let date = try db.transactionDate
            try db.addItem()
            return [date, try db.transactionDate]
        }
        #expect(written.map(\.timeIntervalSince1970) == [3, 3])
        let separate = try await database.writeWithoutTransaction { db in
            [try db.transactionDate, try db.transactionDate]
        }
        #expect(separate.map(\.timeIntervalSince1970) == [4, 5])
        let snapshot = try await database.snapshot()
        for _ in 1...2 {
            let date = try await snapshot.read { try $0.transactionDate }
            #expect(date.timeIntervalSince1970 == 6)
        }
    }
}

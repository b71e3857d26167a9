import DataLite
import DataLiteTesting
import Testing

@testable import Wallet

@Suite struct WalletTests {
    @Test("An account cannot be overdrawn")
    func overdrawn() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: Wallet.schema)
        try connection.execute("INSERT INTO accounts VALUES ('a', 100), ('b', 0)")
        let wallet = Wallet(connection)

        try wallet.move(70, from: "a", to: "b")
        let error = #expect(throws: SQLiteError.self) {
            try wallet.move(70, from: "a", to: "b")
        }
        #expect(error?.resultCode == .constraintCheck)
        #expect(try wallet.balance(of: "a") == 30)
        #expect(try wallet.balance(of: "b") == 70)
    }

    @Test("A full disk moves nothing")
    func fullDisk() throws {
        let mock = try MockConnection.spy(schema: Wallet.schema)
        try mock.execute("INSERT INTO accounts VALUES ('a', 100), ('b', 0)")
        mock.fail(.step, .containing("cents + ?"), with: .full)
        let wallet = Wallet(mock)

        let error = #expect(throws: SQLiteError.self) {
            try wallet.move(70, from: "a", to: "b")
        }
        #expect(error?.resultCode == .full)
        #expect(try wallet.balance(of: "a") == 100)
    }

    @Test("Money moves in one transaction")
    func transaction() throws {
        let mock = MockConnection()
        mock.expectBegin()
        mock.expectExecute("UPDATE accounts SET cents = cents - ? WHERE name = ?").with(5, "a")
        mock.expectExecute("UPDATE accounts SET cents = cents + ? WHERE name = ?").with(5, "b")
        mock.expectCommit()

        try Wallet(mock).move(5, from: "a", to: "b")
        mock.verify()
    }
}

import DataLiteCore
import Foundation

// What limits, observes and copies the statements of a program, and acts on the connection while it does.

extension CallbackProgram {
    /// An authorizer that acts, and sometimes denies or fails.
    private var authorizer: Authorizer {
        // SAFETY: a program and its connection are used by one thread.
        nonisolated(unsafe) let program = self
        return Authorizer { _ in
            try program.mayFail("authorizer")
            return program.budget > 0 && program.random(0..<40) == 0 ? .deny : .allow
        }
    }

    func control() {
        switch random(0..<13) {
        case 0:
            attempt("set an authorizer") { try connection.setAuthorizer(authorizer) }
        case 1: attempt("remove the authorizer") { try connection.setAuthorizer(nil) }
        case 2:
            attempt("authorize") { try connection.withAuthorizer(authorizer) { try actInScope() } }
        case 3:
            let limits = QueryLimits(instructions: random(0..<20) * 1000)
            attempt("limit") { try connection.withQueryLimits(limits) { try actInScope() } }
        case 4:
            attempt("after commit") { try connection.afterCommit { [self] in called("committed") } }
        case 5:
            attempt("after rollback") {
                try connection.afterRollback { [self] in called("rolled back") }
            }
        case 6: observe()
        case 7..<9: useBlob()
        case 9: attempt("serialize") { _ = try connection.serialize() }
        case 10: attempt("read the schema") { _ = try connection.schema }
        case 11:
            attempt("show progress") {
                try connection.withProgressHandler(every: random(1..<200), progress) {
                    try actInScope()
                }
            }
        default: backUp()
        }
    }

    private func progress() -> Bool {
        called("progress")
        return random(0..<40) > 0
    }

    private func observe() {
        let observer = Observer(self)
        observers.append(observer)
        let extents: [TransactionObserverExtent] = [
            .observerLifetime, .nextTransaction, .databaseLifetime,
        ]
        attempt("observe") {
            try connection.add(
                transactionObserver: observer,
                extent: extents.randomElement(using: &generator) ?? .observerLifetime,
                values: random(0..<2) == 0)
        }
        if random(0..<3) == 0, let first = observers.first {
            connection.remove(transactionObserver: first)
        }
    }

    private func useBlob() {
        let row = Int64(random(1..<45))
        let access: Blob.Access = random(0..<2) == 0 ? .readOnly : .readWrite
        attempt("open a BLOB") {
            try connection.withBlob(in: "blobs", column: "x", row: row, access: access) { blob in
                called("blob")
                _ = try blob.read()
                try blob.reopen(row: Int64(random(1..<45)))
                called("blob")
                try blob.write(Data([1]), at: 0)
                if random(0..<3) == 0 { throw Failure() }
            }
        }
    }

    private func backUp() {
        attempt("back up") {
            let target = try Connection(location: .inMemory)
            try connection.backup(to: target, pagesPerStep: 2) { _ in try mayFail("backup") }
            guard random(0..<2) == 0 else { return }
            try target.backup(to: connection, pagesPerStep: 2) { _ in try mayFail("backup") }
        }
    }

    final class Observer: TransactionObserver {
        unowned let program: CallbackProgram
        init(_ program: CallbackProgram) { self.program = program }

        func transactionWillCommit(on _: any ConnectionProtocol) throws {
            try program.mayFail("observed commit")
        }
        func transactionDidCommit(_: CommittedChanges, on _: any ConnectionProtocol) {
            program.called("observed commit")
        }
        func transactionDidRollback(on _: any ConnectionProtocol) {
            program.called("observed rollback")
        }
    }
}

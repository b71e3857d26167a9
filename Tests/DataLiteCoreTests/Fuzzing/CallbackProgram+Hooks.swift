import DataLiteCore
import Foundation

extension CallbackProgram {
    func addHook() {
        attempt("add a hook") { hooks.append(try makeHook()) }
    }

    func changeHooks() {
        guard let hook = hooks.randomElement(using: &generator) else { return }
        log("end a hook")
        if random(0..<4) == 0 { removeAll(\.hooks) } else { hook.cancel() }
    }

    private func makeHook() throws -> Connection.Hook {
        // The closure owns an object that acts when the closure is released.
        let object = will()
        let call = { [unowned self] (event: String) in
            withExtendedLifetime(object) { called(event) }
        }
        switch random(0..<10) {
        case 0: return try connection.onUpdate { _ in call("update hook") }
        case 1: return try connection.onPreupdate { _ in call("preupdate hook") }
        case 2: return try connection.onRollback { call("rollback hook") }
        case 3: return try connection.onTrace { _ in call("trace hook") }
        case 4: return try connection.onRow { _ in call("row hook") }
        case 5: return try connection.onProfile(includingValues: true) { _ in call("profile hook") }
        case 6: return try connection.onClose { call("close hook") }
        case 7:
            return try connection.onAutovacuum { [unowned self] _ in
                call("autovacuum hook")
                return random(0..<3)
            }
        case 8:
            return try connection.onCollationNeeded { [unowned self] name in
                call("collation hook")
                try mayFail("collation hook")
                return Collation(name) { lhs, rhs in
                    lhs < rhs ? .orderedDescending : lhs > rhs ? .orderedAscending : .orderedSame
                }
            }
        default:
            return try connection.onCommit { [unowned self] in
                call("commit hook")
                try mayFail("commit hook")
            }
        }
    }
}

public import Foundation

/// A new random UUID for each row, as text in upper case: `uuid()`.
///
/// ```swift
/// try Reminder.where { $0.shareID == nil }.update { $0.shareID = uuid() }.execute(db)
/// ```
///
/// SQLite has no such function: the library adds it to the connection. See `Function.RandomUUID`.
public func uuid() -> SQLExpression<UUID> {
    SQLExpression(
        .fragment(
            FunctionCall(
                name: .user("uuid"), arguments: [], isVolatile: true, function: RandomUUID())))
}

struct RandomUUID: DatabaseFunction {
    var _functionDefinition: FunctionDefinition {
        FunctionDefinition(name: "uuid", argc: 0, options: .innocuous)
    }

    var _functionImplementation: Function.Registration._Implementation {
        .scalar { _ in UUID().sqliteValue }
    }
}

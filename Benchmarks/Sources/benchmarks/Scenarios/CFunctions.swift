import CInterface
import DataLiteC

/// The functions as minimal C callbacks.
enum CFunctions {
    private typealias Callback =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void

    private static let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC

    static func add(to database: CDatabase) {
        for name in ["plus", "plus_typed", "plus_closure", "plus_type"] {
            add(name, 2, plus, to: database)
        }
        for name in ["shout", "shout_typed", "shout_closure"] { add(name, 1, shout, to: database) }
        add("regexp", 2, regexp, to: database)
        database.require(
            sqlite3_create_window_function(
                database.pointer, "addition", 1, flags, nil, step, total, nil, nil, nil))
        database.require(
            sqlite3_create_window_function(
                database.pointer, "moving", 1, flags, nil, step, total, total, inverse, nil))
    }

    private static func add(
        _ name: String, _ argc: Int32, _ callback: Callback, to database: CDatabase
    ) {
        database.require(
            sqlite3_create_function_v2(
                database.pointer, name, argc, flags, nil, callback, nil, nil, nil))
    }

    private static let plus: Callback = { context, _, values in
        sqlite3_result_double(
            context, sqlite3_value_double(values![0]) + sqlite3_value_double(values![1]))
    }

    private static let shout: Callback = { context, _, values in
        var text = CFunctions.text(values![0]) + "!"
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_result_text(
                    context, characters.baseAddress, Int32(characters.count), transient)
            }
        }
    }

    private static func text(_ value: OpaquePointer?) -> String {
        let start = sqlite3_value_text(value)
        let count = Int(sqlite3_value_bytes(value))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    // MARK: Aggregate and window

    /// SQLite returns zeroed memory.
    private static func sum(_ context: OpaquePointer?) -> UnsafeMutablePointer<Double> {
        sqlite3_aggregate_context(context, 8)!.assumingMemoryBound(to: Double.self)
    }

    private static let step: Callback = { context, _, values in
        CFunctions.sum(context).pointee += sqlite3_value_double(values![0])
    }

    private static let inverse: Callback = { context, _, values in
        CFunctions.sum(context).pointee -= sqlite3_value_double(values![0])
    }

    private static let total: @convention(c) (OpaquePointer?) -> Void = { context in
        sqlite3_result_double(context, CFunctions.sum(context).pointee)
    }

    // MARK: REGEXP

    private final class Pattern {
        let regex: Regex<AnyRegexOutput>?
        init(_ pattern: String) { regex = try? Regex(pattern) }
    }

    /// The compiled pattern is stored with the argument: `sqlite3_set_auxdata`.
    private static let regexp: Callback = { context, _, values in
        let pattern: Pattern
        if let kept = sqlite3_get_auxdata(context, 0) {
            pattern = Unmanaged.fromOpaque(kept).takeUnretainedValue()
        } else {
            pattern = Pattern(CFunctions.text(values![0]))
            let kept = Unmanaged.passRetained(pattern).toOpaque()
            sqlite3_set_auxdata(context, 0, kept) { Unmanaged<Pattern>.fromOpaque($0!).release() }
        }
        let match = try? pattern.regex?.wholeMatch(in: CFunctions.text(values![1]))
        sqlite3_result_int(context, match == nil ? 0 : 1)
    }
}

import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("An extension")
struct ExtensionTests {
    /// Compiles a small extension, if there is a C compiler with the header of SQLite.
    private func withExtension(_ body: (String) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let source = """
                #include <sqlite3ext.h>
                SQLITE_EXTENSION_INIT1
                static void triple(sqlite3_context *context, int count, sqlite3_value **values) {
                    sqlite3_result_int64(context, 3 * sqlite3_value_int64(values[0]));
                }
                int sqlite3_triple_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
                    SQLITE_EXTENSION_INIT2(api);
                    return sqlite3_create_function(db, "triple", 1, SQLITE_UTF8, 0, triple, 0, 0);
                }
                int refuse(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
                    SQLITE_EXTENSION_INIT2(api);
                    *message = sqlite3_mprintf("no license");
                    return SQLITE_ERROR;
                }
                """
            try source.write(
                toFile: directory + "/triple.c", atomically: false, encoding: .utf8)
            let outcome = try ShellCommand.run(
                "cd \"$1\" && command -v cc && cc -shared -fPIC -o triple.so triple.c", [directory])
            guard outcome.status == 0 else {
                return print("skipped: no C compiler with sqlite3ext.h: \(outcome.errors)")
            }
            try body(directory + "/triple")
        }
    }

    @Test("An extension is loaded only in the closure, and stays loaded")
    func loading() throws {
        try withExtension { path in
            let connection = try Connection(location: .inMemory)
            #expect(throws: SQLiteError.self) { try connection.execute("SELECT triple(1)") }
            try connection.withExtensionLoading { loader in
                try loader.load(path)
                let error = try failure { try connection.execute("SELECT load_extension(\(path))") }
                #expect(error.message.contains("not authorized"))
            }
            #expect(try connection.value("SELECT triple(14)") == 42)
            let error = try failure { try connection.execute("SELECT load_extension(\(path))") }
            #expect(error.message.contains("not authorized"))
            let other = try Connection(location: .inMemory)
            try other.withExtensionLoading { loader in
                try loader.load(path + ".so", entryPoint: "sqlite3_triple_init")
            }
            #expect(try other.value("SELECT triple(2)") == 6)
        }
    }

    @Test("An extension that fails says why")
    func failures() throws {
        try withExtension { path in
            let connection = try Connection(location: .inMemory)
            try connection.withExtensionLoading { loader in
                let refused = #expect(throws: SQLiteError.self) {
                    try loader.load(path, entryPoint: "refuse")
                }
                #expect(refused?.message.contains("no license") == true)
                #expect(refused?.message.contains(path) == true)
                let missing = #expect(throws: SQLiteError.self) {
                    try loader.load(path, entryPoint: "missing")
                }
                #expect(missing?.message.contains("missing") == true)
            }
            #expect(throws: SQLiteError.self) { try connection.execute("SELECT triple(1)") }
        }
    }

    @Test("A file that is not an extension is an error with its path")
    func missing() throws {
        let connection = try Connection(location: .inMemory)
        try connection.withExtensionLoading { loader in
            let error = #expect(throws: SQLiteError.self) { try loader.load("/missing/x") }
            #expect(error?.resultCode == .error)
            #expect(error?.message.contains("/missing/x") == true)
            for path in ["", "a\0b"] {
                let error = #expect(throws: SQLiteError.self) { try loader.load(path) }
                #expect(error?.resultCode == .misuse)
            }
        }
        try connection.close()
        let closed = try failure { try connection.withExtensionLoading { _ in } }
        #expect(closed.resultCode == .misuse)
    }

    @Test("Loading is off again if the closure throws or closes the connection")
    func off() throws {
        struct Refused: Error {}
        let connection = try Connection(location: .inMemory)
        #expect(throws: Refused.self) {
            try connection.withExtensionLoading { _ in throw Refused() }
        }
        try connection.withExtensionLoading { _ in try connection.close() }
        #expect(connection.isClosed)
    }
}

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The SQLite functions that prepare a statement, loaded from the library of the build machine.
///
/// The library is loaded at run time: a machine without it can still expand macros, with fewer checks.
/// The environment variable `DATALITE_SQLITE_LIBRARY` names another library. `swiftc` starts plug-ins with
/// an empty environment, so a wrapper script or a build system must set the variable.
struct LoadedSQLite: Sendable {
    typealias Authorizer =
        @convention(c) @Sendable (
            UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, UnsafePointer<CChar>?
        ) -> CInt

    typealias OpenFunction =
        @convention(c) @Sendable (
            UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?, CInt,
            UnsafePointer<CChar>?
        ) -> CInt
    typealias PrepareFunction =
        @convention(c) @Sendable (
            OpaquePointer?, UnsafePointer<CChar>?, CInt, CUnsignedInt,
            UnsafeMutablePointer<OpaquePointer?>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> CInt
    /// A function that takes a connection or a statement.
    typealias HandleFunction = @convention(c) @Sendable (OpaquePointer?) -> CInt
    typealias MessageFunction = @convention(c) @Sendable (OpaquePointer?) -> UnsafePointer<CChar>?
    typealias AuthorizerFunction =
        @convention(c) @Sendable (OpaquePointer?, Authorizer?, UnsafeMutableRawPointer?) -> CInt

    let open: OpenFunction
    let close: HandleFunction
    let prepare: PrepareFunction
    let step: HandleFunction
    let finalize: HandleFunction
    let message: MessageFunction
    /// Missing before SQLite 3.38.
    let errorOffset: HandleFunction?
    let setAuthorizer: AuthorizerFunction

    /// The library, or nil if there is none.
    static let shared = LoadedSQLite()

    private init?() {
        let image = Self.names.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
        guard let image,
            let open: OpenFunction = Self.function("sqlite3_open_v2", of: image),
            let close: HandleFunction = Self.function("sqlite3_close_v2", of: image),
            let prepare: PrepareFunction = Self.function("sqlite3_prepare_v3", of: image),
            let step: HandleFunction = Self.function("sqlite3_step", of: image),
            let finalize: HandleFunction = Self.function("sqlite3_finalize", of: image),
            let message: MessageFunction = Self.function("sqlite3_errmsg", of: image),
            let setAuthorizer: AuthorizerFunction = Self.function(
                "sqlite3_set_authorizer", of: image)
        else { return nil }
        self.open = open
        self.close = close
        self.prepare = prepare
        self.step = step
        self.finalize = finalize
        self.message = message
        self.setAuthorizer = setAuthorizer
        errorOffset = Self.function("sqlite3_error_offset", of: image)
    }

    /// A function of the library, or nil if the library does not export it.
    private static func function<Function>(
        _ name: String, of image: UnsafeMutableRawPointer
    ) -> Function? {
        // SAFETY: `Function` is always one of the types above, a C function pointer, and has the
        // parameters and the result that sqlite3.h declares for the function with this name. SQLite does
        // not change its public functions (<https://sqlite.org/capi3ref.html>), and the library is never
        // unloaded.
        dlsym(image, name).map { unsafeBitCast($0, to: Function.self) }
    }

    private static var names: [String] {
        // SAFETY: `getenv` returns memory that is valid until the environment changes, which nothing in
        // the plug-in does, and the text is copied at once.
        if let name = getenv("DATALITE_SQLITE_LIBRARY") { return [String(cString: name)] }
        #if canImport(Darwin)
            return ["/usr/lib/libsqlite3.dylib"]
        #else
            return ["libsqlite3.so.0", "libsqlite3.so"]
        #endif
    }
}

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The functions of SQLite that read a statement, from the library of the machine that compiles.
///
/// The library is loaded at run time: a machine without it can still expand macros, with fewer checks.
/// The environment variable `DATALITE_SQLITE_LIBRARY` names another library. `swiftc` starts plug-ins with
/// an empty environment, so it takes a script around the plug-in, or a build system, to set it.
struct SQLiteLibrary: Sendable {
    typealias Authorizer =
        @convention(c) @Sendable (
            UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, UnsafePointer<CChar>?
        ) -> CInt

    let open:
        @convention(c) @Sendable (
            UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?, CInt,
            UnsafePointer<CChar>?
        ) -> CInt
    let close: @convention(c) @Sendable (OpaquePointer?) -> CInt
    let prepare:
        @convention(c) @Sendable (
            OpaquePointer?, UnsafePointer<CChar>?, CInt, CUnsignedInt,
            UnsafeMutablePointer<OpaquePointer?>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> CInt
    let step: @convention(c) @Sendable (OpaquePointer?) -> CInt
    let finalize: @convention(c) @Sendable (OpaquePointer?) -> CInt
    let message: @convention(c) @Sendable (OpaquePointer?) -> UnsafePointer<CChar>?
    /// Missing before SQLite 3.38.
    let errorOffset: (@convention(c) @Sendable (OpaquePointer?) -> CInt)?
    let setAuthorizer:
        @convention(c) @Sendable (OpaquePointer?, Authorizer?, UnsafeMutableRawPointer?) -> CInt

    /// The library, or nil if there is none.
    static let shared = SQLiteLibrary()

    private init?() {
        let image = Self.names.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
        guard let image,
            let open = dlsym(image, "sqlite3_open_v2"),
            let close = dlsym(image, "sqlite3_close_v2"),
            let prepare = dlsym(image, "sqlite3_prepare_v3"),
            let step = dlsym(image, "sqlite3_step"),
            let finalize = dlsym(image, "sqlite3_finalize"),
            let message = dlsym(image, "sqlite3_errmsg"),
            let setAuthorizer = dlsym(image, "sqlite3_set_authorizer")
        else { return nil }
        // SAFETY: each symbol is the function of SQLite's public interface with that name, whose
        // parameters and result are those of the property; they have not changed since SQLite 3.20.
        self.open = unsafeBitCast(open, to: type(of: self.open))
        self.close = unsafeBitCast(close, to: type(of: self.close))
        self.prepare = unsafeBitCast(prepare, to: type(of: self.prepare))
        self.step = unsafeBitCast(step, to: type(of: self.step))
        self.finalize = unsafeBitCast(finalize, to: type(of: self.finalize))
        self.message = unsafeBitCast(message, to: type(of: self.message))
        self.setAuthorizer = unsafeBitCast(setAuthorizer, to: type(of: self.setAuthorizer))
        errorOffset = dlsym(image, "sqlite3_error_offset").map {
            // SAFETY: as above.
            unsafeBitCast($0, to: (@convention(c) @Sendable (OpaquePointer?) -> CInt).self)
        }
    }

    private static var names: [String] {
        if let name = getenv("DATALITE_SQLITE_LIBRARY") { return [String(cString: name)] }
        #if canImport(Darwin)
            return ["/usr/lib/libsqlite3.dylib"]
        #else
            return ["libsqlite3.so.0", "libsqlite3.so"]
        #endif
    }
}

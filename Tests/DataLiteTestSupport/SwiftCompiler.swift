import Foundation

/// The Swift compiler, for tests of the code that it accepts, rejects and generates.
package enum SwiftCompiler {
    /// Compares the diagnostics of a file, including fix-its, with its comments `// expected-error {{text}}`. The
    /// output is empty if they match.
    package static func verify(_ path: String) throws -> ShellCommand.Outcome {
        try typeCheck(path, ["-Xfrontend", "-verify"])
    }

    /// Type-checks a file that may use the modules and macros of this package.
    ///
    /// - Parameter plugin: The executable that expands the macros, or `nil` for the plug-in of the package.
    package static func typeCheck(
        _ path: String, _ options: [String] = [], plugin: String? = nil
    ) throws -> ShellCommand.Outcome {
        // A library that is preloaded into the tests must not be loaded into the compiler, and a plug-in that is built
        // with the address sanitizer must not search for leaks. On macOS, `xcrun` finds the compiler and its SDK.
        try ShellCommand.run(
            #"exec env -u LD_PRELOAD ASAN_OPTIONS=detect_leaks=0 $(command -v xcrun) swiftc "$@""#,
            ["-typecheck", path, "-swift-version", "6"] + modules
                + loading(plugin ?? self.plugin) + options)
    }

    /// The executable that expands the macros of this package.
    package static var plugin: String? { BuildProducts.path(of: "DataLiteMacrosPlugin-tool") }

    private static func loading(_ plugin: String?) -> [String] {
        plugin.map { ["-load-plugin-executable", "\($0)#DataLiteMacrosPlugin"] } ?? []
    }

    private static var modules: [String] {
        var arguments = ["-I", cModule]
        if let folder = BuildProducts.path(ofFolder: "Modules") { arguments += ["-I", folder] }
        if let folder = BuildProducts.path(ofFolder: "ModuleCache") {
            arguments += ["-module-cache-path", folder]
        }
        return arguments
    }

    /// The folder that contains the module map of `DataLiteC`.
    private static let cModule = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/DataLiteC").path
}

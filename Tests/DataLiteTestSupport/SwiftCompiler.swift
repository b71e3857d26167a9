import Foundation

/// The Swift compiler, for tests of what it accepts, refuses and generates.
package enum SwiftCompiler {
    /// Compares the diagnostics of a file with its comments `// expected-error {{text}}`, fix-its
    /// included. The output is empty if they are the same.
    package static func verify(_ path: String) throws -> ShellCommand.Outcome {
        try typeCheck(path, ["-Xfrontend", "-verify"])
    }

    /// Type-checks a file that may use the modules and macros of this package.
    ///
    /// - Parameter plugin: the executable that expands the macros, if not that of the package.
    package static func typeCheck(
        _ path: String, _ options: [String] = [], plugin: String? = nil
    ) throws -> ShellCommand.Outcome {
        // A library that is preloaded into the tests is not meant for the compiler, nor is the search for
        // leaks when the plug-in is built with the address sanitizer. On macOS, `xcrun` finds the
        // compiler and its SDK.
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

    /// The folder of the module map of `DataLiteC`.
    private static let cModule = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/DataLiteC").path
}

import Foundation
import PackagePlugin

/// `swift package check-sql`: runs `datalite-check` on the sources of the package.
//
// It builds the tool when it is called. With a dependency on the tool, each build of the package would compile the tool
// and its modules a second time, as tools of the plug-in.
@main
struct CheckSQL: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let names = extractor.extractOption(named: "target")
        let named = try context.package.targets(named: names)
        let targets = (names.isEmpty ? context.package.targets : named)
            .compactMap { $0 as? SwiftSourceModuleTarget }
            // Tests often define their own tables.
            .filter { !names.isEmpty || $0.kind != .test }
        let files = targets.flatMap { $0.sourceFiles(withSuffix: ".swift").map(\.url.path) }
        guard !files.isEmpty else { return Diagnostics.error("there are no Swift files to check") }
        let process = Process()
        process.executableURL = try builtTool()
        process.currentDirectoryURL = context.package.directoryURL
        process.arguments = extractor.remainingArguments + ["--"] + files
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { exit(process.terminationStatus) }
    }

    /// Builds the tool.
    private func builtTool() throws -> URL {
        let name = "datalite-check"
        let result = try packageManager.build(.product(name), parameters: .init())
        let tool = result.builtArtifacts.first {
            $0.kind == .executable && $0.url.lastPathComponent == name
        }
        guard result.succeeded, let tool else { throw BuildFailure(log: result.logText) }
        return tool.url
    }
}

/// The error if the tool cannot be built.
private struct BuildFailure: Error, CustomStringConvertible {
    let log: String

    var description: String { "cannot build datalite-check:\n\(log)" }
}

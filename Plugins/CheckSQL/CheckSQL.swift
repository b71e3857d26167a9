import Foundation
import PackagePlugin

/// `swift package check-sql`: runs `datalite-check` on the sources of the package.
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
        process.executableURL = try context.tool(named: "DataLiteCheck").url
        process.currentDirectoryURL = context.package.directoryURL
        process.arguments = extractor.remainingArguments + ["--"] + files
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { exit(process.terminationStatus) }
    }
}

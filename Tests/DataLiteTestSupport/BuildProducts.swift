import Foundation

/// The products that were built with the tests.
package enum BuildProducts {
    /// The path of the executable file with a name, or `nil` if it does not exist.
    package static func path(of executable: String) -> String? {
        folders.map { $0.appendingPathComponent(executable).path }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// The path of the folder with a name, or `nil` if it does not exist.
    package static func path(ofFolder name: String) -> String? {
        folders.map { $0.appendingPathComponent(name).path }
            .first(where: FileManager.default.fileExists)
    }

    /// Products are built into the same folder as the tests, which contains the running binary or its bundle.
    private static let folders: [URL] = {
        let binary = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        return (bundles + [binary]).map { $0.deletingLastPathComponent() }
    }()
}

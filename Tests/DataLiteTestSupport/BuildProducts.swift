import Foundation

/// What was built together with the tests.
package enum BuildProducts {
    /// The path of an executable file, or nil if there is none with this name.
    package static func path(of executable: String) -> String? {
        folders.map { $0.appendingPathComponent(executable).path }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// The path of a folder, likewise.
    package static func path(ofFolder name: String) -> String? {
        folders.map { $0.appendingPathComponent(name).path }
            .first(where: FileManager.default.fileExists)
    }

    /// Products are built into the same folder as the tests: that of the running binary or its
    /// bundle.
    private static let folders: [URL] = {
        let binary = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        return (bundles + [binary]).map { $0.deletingLastPathComponent() }
    }()
}

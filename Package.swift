// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

// Products of other packages. Without a trait, a package that depends on this one does not even fetch what only that
// trait needs.

/// A trait that is on by default. The default is a single trait, which includes the others: SwiftPM 6.3 passes several
/// traits to the compiler in an arbitrary order, and compiles everything again when that order changes.
func standard(_ trait: String) -> Set<String> { [trait, "Standard"] }

func swiftSyntax(_ name: String) -> Target.Dependency {
    .product(name: name, package: "swift-syntax", condition: .when(traits: standard("Macros")))
}

func testing(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: standard("Testing")))
}

func server(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Server"]))
}

func hummingbird(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Hummingbird"]))
}

func cluster(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Cluster"]))
}

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser",
    condition: .when(traits: standard("Tools")))

let package = Package(
    name: "DataLite",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "DataLite", targets: ["DataLite"]),
        .library(name: "DataLiteFetching", targets: ["DataLiteFetching"]),
        .library(name: "DataLiteDatabase", targets: ["DataLiteDatabase"]),
        .library(name: "DataLiteCore", targets: ["DataLiteCore"]),
        .library(name: "DataLiteCoder", targets: ["DataLiteCoder"]),
        .library(name: "DataLiteClauses", targets: ["DataLiteClauses"]),
        .library(name: "DataLiteMite3", targets: ["DataLiteMite3"]),
        .library(name: "DataLiteMoving", targets: ["DataLiteMoving"]),
        .library(name: "DataLiteTransfer", targets: ["DataLiteTransfer"]),
        .library(name: "DataLiteAltering", targets: ["DataLiteAltering"]),
        .library(name: "DataLiteQuery", targets: ["DataLiteQuery"]),
        .library(name: "DataLiteTesting", targets: ["DataLiteTesting"]),
        .library(name: "DataLiteServer", targets: ["DataLiteServer"]),
        .library(name: "DataLiteHummingbird", targets: ["DataLiteHummingbird"]),
        .library(name: "DataLiteCluster", targets: ["DataLiteCluster"]),
        .library(name: "DataLiteC", targets: ["DataLiteC"]),
        .executable(name: "datalite", targets: ["DataLiteTool"]),
        .executable(name: "datalite-cluster", targets: ["DataLiteClusterTool"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(
            name: "DataLiteC",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .target(name: "DataLiteSyntax"),
        .target(name: "DataLiteCore", dependencies: ["DataLiteC", "DataLiteSyntax"]),
        .target(name: "DataLiteCoder", dependencies: ["DataLiteCore", "DataLiteSyntax"]),
        .target(name: "DataLiteMite3", dependencies: ["DataLiteCoder", "DataLiteSyntax"]),
        .target(name: "DataLiteQuery", dependencies: ["DataLiteCore", "DataLiteSyntax"]),
        .target(
            name: "DataLiteDatabase",
            dependencies: ["DataLiteCoder", "DataLiteCore", "DataLiteSyntax"]),
        .target(
            name: "DataLiteFetching",
            dependencies: ["DataLiteCore", "DataLiteDatabase", "DataLiteQuery"]),
        .target(
            name: "DataLiteClauses",
            dependencies: ["DataLiteCore", "DataLiteDatabase", "DataLiteQuery"]),
        .target(name: "DataLiteTransfer", dependencies: ["DataLiteCore", "DataLiteSyntax"]),
        .target(
            name: "DataLiteAltering",
            dependencies: ["DataLiteCore", "DataLiteDatabase", "DataLiteSyntax"]),
        .target(
            name: "DataLiteMoving",
            dependencies: ["DataLiteCore", "DataLiteDatabase", "DataLiteFetching", "DataLiteQuery"]),
        .target(
            name: "DataLiteTesting",
            dependencies: [
                "DataLiteDatabase", "DataLiteCore", "DataLiteQuery", "DataLiteSyntax",
                testing("CustomDump", "swift-custom-dump"),
                testing("IssueReporting", "xctest-dynamic-overlay"),
                testing("IssueReportingTestSupport", "xctest-dynamic-overlay"),
            ]
        ),
        // Without its trait, each of these three modules is empty.
        .target(
            name: "DataLiteServer",
            dependencies: [
                "DataLiteDatabase", "DataLiteCore", "DataLiteSyntax",
                server("Logging", "swift-log"),
                server("CoreMetrics", "swift-metrics"),
                server("Tracing", "swift-distributed-tracing"),
                server("Configuration", "swift-configuration"),
                server("ServiceLifecycle", "swift-service-lifecycle"),
            ]),
        .target(
            name: "DataLiteHummingbird",
            dependencies: [
                "DataLiteDatabase", "DataLiteCore",
                hummingbird("Hummingbird", "hummingbird"),
                hummingbird("Logging", "swift-log"),
                hummingbird("ServiceLifecycle", "swift-service-lifecycle"),
            ]),
        .target(
            name: "DataLiteCluster",
            dependencies: [
                "DataLiteDatabase", "DataLiteCore", "DataLiteSyntax",
                cluster("NIOCore", "swift-nio"),
                cluster("NIOPosix", "swift-nio"),
                cluster("NIOTLS", "swift-nio"),
                cluster("NIOSSL", "swift-nio-ssl"),
                cluster("ServiceLifecycle", "swift-service-lifecycle"),
            ]
        ),
        // Without the trait, the program only says that it needs it.
        .executableTarget(
            name: "DataLiteClusterTool",
            dependencies: ["DataLiteCluster", cluster("ArgumentParser", "swift-argument-parser")]),
        .executableTarget(
            name: "DataLiteTool",
            dependencies: [
                "DataLiteDatabase", "DataLiteCore", "DataLiteSyntax", "DataLiteTransfer",
                argumentParser,
            ]
        ),
        .target(
            name: "DataLiteTestSupport", dependencies: ["DataLiteCoder", "DataLiteCore"],
            path: "Tests/DataLiteTestSupport"),
        .target(
            name: "QueryFixtures", dependencies: ["DataLiteDatabase", "DataLiteQuery"],
            path: "Tests/QueryFixtures"),
        .testTarget(
            name: "DataLiteCoreTests",
            dependencies: [
                "DataLiteCore", "DataLiteC", "DataLiteTestSupport", "CrashWriter", "LibraryProgram",
                "DataLiteAltering", "DataLiteTransfer",
            ]),
        .executableTarget(
            name: "CrashWriter", dependencies: ["DataLiteCore"], path: "Tests/CrashWriter"),
        .executableTarget(
            name: "LibraryProgram", dependencies: ["DataLiteCore"], path: "Tests/LibraryProgram"),
        .testTarget(
            name: "DataLiteSyntaxTests",
            dependencies: ["DataLiteSyntax", "DataLiteCore", "DataLiteC", "DataLiteTestSupport"]),
        .testTarget(
            name: "DataLiteCoderTests",
            dependencies: [
                "DataLiteCoder", "DataLiteTesting", "DataLiteCore", "DataLiteC",
                "DataLiteTestSupport",
            ]),
        .testTarget(
            name: "DataLiteMite3Tests",
            dependencies: [
                "DataLiteMite3", "DataLiteTesting", "DataLiteCore", "DataLiteC",
                "DataLiteTestSupport",
            ]),
        .testTarget(
            name: "DataLiteQueryTests",
            dependencies: [
                "DataLiteQuery", "DataLiteClauses", "DataLiteTesting", "DataLiteCore", "DataLiteC",
                "DataLiteSyntax", "DataLiteTestSupport", "DataLiteTransfer", "QueryFixtures",
            ]),
        .testTarget(
            name: "DataLiteClausesTests",
            dependencies: ["DataLiteClauses", "DataLiteTesting", "QueryFixtures"]),
        .testTarget(
            name: "DataLiteDatabaseTests",
            dependencies: [
                "DataLiteDatabase", "DataLiteFetching", "DataLiteC", "DataLiteTesting",
                "DataLiteTestSupport", "DatabaseStress", "QueryFixtures", "DataLiteAltering",
                "DataLiteTransfer",
            ]),
        .executableTarget(
            name: "DatabaseStress",
            dependencies: ["DataLiteDatabase", "DataLiteTesting", "DataLiteTestSupport"],
            path: "Tests/DatabaseStress"),
        .testTarget(
            name: "DataLiteTestingTests",
            dependencies: [
                "DataLiteTesting", "DataLiteFetching", "DataLiteDatabase", "DataLiteCore",
                "DataLiteTestSupport", "QueryFixtures",
            ]),
        .testTarget(
            name: "DataLiteToolTests",
            dependencies: [
                "DataLiteTool", "DataLiteDatabase", "DataLiteCore", "DataLiteTestSupport",
                "DataLiteTransfer",
            ]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "DataLite", "DataLiteCore", "DataLiteCoder", "DataLiteMite3", "DataLiteQuery",
                "DataLiteTesting", "DataLiteTransfer", "DataLiteAltering",
                "DataLiteC", "DataLiteTestSupport", "DataLiteTool",
            ],
            exclude: ["Data"]),
    ],
    swiftLanguageModes: [.v6]
)

package.traits = [
    .default(enabledTraits: ["Standard"]),
    .trait(name: "Standard", description: "The macros, DataLiteTesting and the tools."),
    .trait(name: "Macros", description: "The macros of DataLite: @Table, #sql and others."),
    .trait(name: "Testing", description: "The product DataLiteTesting."),
    .trait(name: "Server", description: "The product DataLiteServer."),
    .trait(name: "Hummingbird", description: "The product DataLiteHummingbird."),
    .trait(name: "Cluster", description: "The product DataLiteCluster, which needs swift-nio."),
    .trait(name: "Tools", description: "The tools datalite and datalite-check."),
]

// Everything that an app needs.
var everything: [Target.Dependency] = [
    "DataLiteCoder", "DataLiteCore", "DataLiteDatabase", "DataLiteFetching", "DataLiteQuery",
]

var macroSettings: [SwiftSetting] = []

// swift-syntax takes minutes to build. With DATALITE_WITHOUT_MACROS=1 in the environment, everything that
// needs it is omitted.
if Context.environment["DATALITE_WITHOUT_MACROS"] != "1" {
    everything.append(.target(name: "DataLiteMacros", condition: .when(traits: standard("Macros"))))
    macroSettings.append(.define("MACROS", .when(traits: standard("Macros"))))
    package.products += [
        .library(name: "DataLiteMacros", targets: ["DataLiteMacros"]),
        .executable(name: "datalite-check", targets: ["DataLiteCheck"]),
        .plugin(name: "CheckSQL", targets: ["CheckSQL"]),
    ]
    package.dependencies.append(
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"))
    package.targets += [
        .target(
            name: "DataLiteSourceSQL",
            dependencies: [
                "DataLiteSyntax",
                swiftSyntax("SwiftParser"),
                swiftSyntax("SwiftSyntax"),
            ]
        ),
        .executableTarget(
            name: "DataLiteCheck",
            dependencies: [
                "DataLiteDatabase", "DataLiteCore", "DataLiteSourceSQL", "DataLiteSyntax",
                argumentParser,
                swiftSyntax("SwiftParser"),
                swiftSyntax("SwiftSyntax"),
            ]
        ),
        .testTarget(
            name: "DataLiteCheckTests",
            dependencies: ["DataLiteCheck", "DataLiteCore", "DataLiteTestSupport"]),
        .plugin(
            name: "CheckSQL",
            capability: .command(
                intent: .custom(
                    verb: "check-sql",
                    description: "Check the SQL in the sources of the package against a schema."))
        ),
        .macro(
            name: "DataLiteMacrosPlugin",
            dependencies: [
                "DataLiteSourceSQL", "DataLiteSyntax",
                swiftSyntax("SwiftCompilerPlugin"),
                swiftSyntax("_SwiftCompilerPluginMessageHandling"),
                swiftSyntax("SwiftDiagnostics"),
                swiftSyntax("SwiftSyntax"),
                swiftSyntax("SwiftSyntaxBuilder"),
                swiftSyntax("SwiftSyntaxMacros"),
            ]
        ),
        .target(name: "DataLiteMacros", dependencies: ["DataLiteMacrosPlugin", "DataLiteQuery"]),
        .testTarget(
            name: "DataLiteMacrosTests",
            dependencies: [
                "DataLiteMacros", "DataLiteClauses", "DataLiteFetching", "DataLiteMoving",
                "DataLiteTestSupport",
            ],
            exclude: ["Expansions", "Mistakes"]),
        .testTarget(
            name: "TypedQueryTests",
            dependencies: [
                "DataLiteMacros", "DataLiteClauses", "DataLiteFetching", "DataLiteTesting",
                "DataLiteTestSupport", "DataLiteAltering",
            ]),
        // The samples with macros. They are separate, so that DocumentationTests can run without macros.
        .testTarget(
            name: "QueryDocumentationTests",
            dependencies: ["DataLite", "DataLiteClauses", "DataLiteTesting"]),
        // As in new app projects, declarations are isolated to the main actor by default.
        .testTarget(
            name: "MainActorTests", dependencies: ["DataLite"],
            swiftSettings: [.unsafeFlags(["-default-isolation", "MainActor"])]),
        .testTarget(
            name: "GeneratedTableTests",
            dependencies: ["DataLite", "DataLiteTool"]),
    ]
}

package.targets.append(
    .target(name: "DataLite", dependencies: everything, swiftSettings: macroSettings))

// With DATALITE_TESTS set to a list of names, only these test targets are built.
if let names = Context.environment["DATALITE_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}

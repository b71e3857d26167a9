// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "DataLite",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "DataLiteCore", targets: ["DataLiteCore"]),
        .library(name: "DataLiteCoder", targets: ["DataLiteCoder"]),
        .library(name: "DataLiteTesting", targets: ["DataLiteTesting"]),
        .library(name: "CSQLite", targets: ["CSQLite"]),
        .executable(name: "datalite", targets: ["datalite"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .target(name: "DataLiteCore", dependencies: ["CSQLite"]),
        .target(name: "SQLSyntax", dependencies: ["DataLiteCore"]),
        .target(name: "DataLiteCoder", dependencies: ["DataLiteCore", "SQLSyntax"]),
        .target(
            name: "DataLiteTesting",
            dependencies: [
                "DataLiteCore", "SQLSyntax",
                .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
                .product(
                    name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ]
        ),
        .executableTarget(
            name: "datalite",
            dependencies: [
                "DataLiteCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(
            name: "DataLiteCoreTests", dependencies: ["DataLiteCore", "CSQLite", "CrashWriter"]),
        .executableTarget(
            name: "CrashWriter", dependencies: ["DataLiteCore"], path: "Tests/CrashWriter"),
        .testTarget(name: "SQLSyntaxTests", dependencies: ["SQLSyntax", "DataLiteCore"]),
        .testTarget(
            name: "DataLiteCoderTests",
            dependencies: ["DataLiteCoder", "DataLiteTesting", "DataLiteCore", "CSQLite"]),
        .testTarget(
            name: "DataLiteTestingTests", dependencies: ["DataLiteTesting", "DataLiteCore"]),
        .testTarget(name: "DataLiteToolTests", dependencies: ["datalite", "DataLiteCore"]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["DataLiteCore", "DataLiteCoder", "DataLiteTesting", "CSQLite"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

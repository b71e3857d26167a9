// swift-tools-version: 6.3
import PackageDescription

/// Measures `DataLiteServer`. A package of its own, so that the other benchmarks need none of its packages.
let package = Package(
    name: "ServerBenchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataLite", path: "../..", traits: ["Server"]),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    ],
    targets: [
        .executableTarget(
            name: "server-benchmarks",
            dependencies: [
                .product(name: "DataLiteServer", package: "DataLite"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ])
    ],
    swiftLanguageModes: [.v6]
)

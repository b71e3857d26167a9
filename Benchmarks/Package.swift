// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "DataLite", path: "..", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "CAllocations"),
        .target(
            name: "CInterface", dependencies: [.product(name: "DataLiteC", package: "DataLite")]),
        // The operations whose instructions `.ci/instructions` counts. Building this product does
        // not compile GRDB.
        .executableTarget(
            name: "instructions",
            dependencies: [
                "CInterface",
                .product(name: "DataLiteDatabase", package: "DataLite"),
                .product(name: "DataLiteQuery", package: "DataLite"),
                .product(name: "DataLiteC", package: "DataLite"),
            ]
        ),
        // Fails if memory or file descriptors grow while a database is used for an hour.
        .executableTarget(
            name: "soak",
            dependencies: [
                .product(name: "DataLiteDatabase", package: "DataLite"),
                .product(name: "DataLiteC", package: "DataLite"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CAllocations", "CInterface",
                .product(name: "DataLiteDatabase", package: "DataLite"),
                .product(name: "DataLiteCore", package: "DataLite"),
                .product(name: "DataLiteCoder", package: "DataLite"),
                .product(name: "DataLiteQuery", package: "DataLite"),
                .product(name: "DataLiteC", package: "DataLite"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

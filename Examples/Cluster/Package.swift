// swift-tools-version: 6.1
import PackageDescription

// Programs and tests of DataLiteCluster. They are separate, so that a build of DataLite does not need swift-nio.
let package = Package(
    name: "Cluster",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "DataLite", path: "../..", traits: ["Cluster", "Testing"]),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "ClusterDemo",
            dependencies: [.product(name: "DataLiteCluster", package: "DataLite")]),
        .executableTarget(
            name: "ClusterBenchmark",
            dependencies: [
                .product(name: "DataLiteCluster", package: "DataLite"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .executableTarget(
            name: "StatementProbe",
            dependencies: [.product(name: "DataLiteCluster", package: "DataLite")],
            path: "Tests/StatementProbe"),
        .testTarget(
            name: "ClusterTests",
            dependencies: [
                "ClusterDemo", "StatementProbe",
                .product(name: "DataLiteCluster", package: "DataLite"),
                .product(name: "datalite-cluster", package: "DataLite"),
                .product(name: "DataLiteQuery", package: "DataLite"),
                .product(name: "DataLiteTesting", package: "DataLite"),
                .product(name: "DataLiteTransfer", package: "DataLite"),
            ],
            resources: [.copy("Certificates")]),
    ],
    swiftLanguageModes: [.v6]
)

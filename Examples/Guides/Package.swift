// swift-tools-version: 6.3
import PackageDescription

let dataLite = Target.Dependency.product(name: "DataLite", package: "DataLite")

/// The programs of the guides, each as its guide shows it.
let package = Package(
    name: "Guides",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "DataLite", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(name: "Hello", dependencies: [dataLite]),
        .executableTarget(name: "BookShelf", dependencies: [dataLite]),
        .executableTarget(name: "Recipes", dependencies: [dataLite]),
        .executableTarget(name: "Contacts", dependencies: [dataLite]),
        .executableTarget(name: "Trips", dependencies: [dataLite]),
        .executableTarget(
            name: "FromGRDB",
            dependencies: [dataLite, .product(name: "DataLiteAltering", package: "DataLite")]),
        .executableTarget(name: "FromSQLiteData", dependencies: [dataLite]),
        .executableTarget(name: "FromSQLiteSwift", dependencies: [dataLite]),
        .executableTarget(
            name: "todo",
            dependencies: [
                dataLite, .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(name: "Wallet", dependencies: [dataLite]),
        .testTarget(
            name: "WalletTests",
            dependencies: ["Wallet", .product(name: "DataLiteTesting", package: "DataLite")]),
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "Hello", "BookShelf", "Recipes", "Contacts", "Trips", "FromGRDB", "FromSQLiteData",
                "FromSQLiteSwift", "todo",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

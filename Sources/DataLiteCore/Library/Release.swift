/// The release of DataLite, for the library and the tool.
package enum Release {
    package static let version = "0.1.0"
}

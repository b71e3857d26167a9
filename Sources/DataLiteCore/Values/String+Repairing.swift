extension String {
    /// A string of the C interface, with invalid UTF-8 repaired; `nil` for a null pointer.
    @inlinable
    init?(repairing bytes: UnsafePointer<CChar>?) {
        guard let bytes else { return nil }
        self.init(cString: bytes)
    }
}

extension BinaryInteger {
    /// The number with its noun in a message: `1 value`, `2 values`.
    ///
    /// - Parameter noun: The singular of a noun whose plural ends in "s".
    package func counted(_ noun: String) -> String {
        "\(self) \(noun)\(self == 1 ? "" : "s")"
    }
}

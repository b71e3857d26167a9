/// The type of a column, for generated code: `_StoredColumn<Point>.Value` is `Point`.
///
/// The compiler reports a type that cannot be stored where generated code names it here, and only there.
public enum _StoredColumn<Stored: RowRepresentable> {
    /// The type itself.
    public typealias Value = Stored
}

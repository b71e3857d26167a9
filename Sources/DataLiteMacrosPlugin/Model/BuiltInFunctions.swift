/// The functions that every SQLite has, which a Swift function with the same name would hide from typed SQL.
enum BuiltInFunctions {
    /// Whether a call of a function with this name and number of arguments could mean one of SQLite's.
    ///
    /// - Parameter count: The number of arguments, or nil for any number.
    static func contain(_ name: String, argumentCount count: Int?) -> Bool {
        let name = name.lowercased()
        if ofAnyCount.contains(name) { return true }
        guard let count else { return byCount.values.contains { $0.contains(name) } }
        return byCount[count]?.contains(name) == true
    }

    private static let ofAnyCount = words(
        """
        char coalesce date datetime format json_array json_extract json_insert json_object json_remove json_replace \
        json_set julianday max min printf strftime time unixepoch
        """)

    private static let byCount = [
        0: words(
            """
            changes count cume_dist current_date current_time current_timestamp dense_rank last_insert_rowid \
            percent_rank pi random rank row_number total_changes
            """),
        1: words(
            """
            abs acos acosh asin asinh atan atanh avg ceil ceiling cos cosh count degrees exp first_value floor \
            group_concat hex json json_array_length json_group_array json_quote json_type json_valid lag last_value \
            lead length likely ln log log10 log2 lower ltrim ntile quote radians randomblob round rtrim sign sin sinh \
            soundex sqrt subtype sum tan tanh total trim trunc typeof unicode unlikely upper zeroblob
            """),
        2: words(
            """
            atan2 glob group_concat ifnull instr json_array_length json_group_object json_patch json_type lag lead \
            like likelihood log ltrim mod nth_value nullif pow power round rtrim substr substring trim
            """),
        3: words("iif lag lead like replace substr substring"),
    ]

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(separator: " ").map(String.init))
    }
}

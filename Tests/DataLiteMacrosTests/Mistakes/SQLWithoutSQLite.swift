// Errors that are found without SQLite.
import DataLiteMacros

func text() {
    _ = #sql("SELEC 1")
    _ = #sql("SELECT 1, 'a")
    _ = #sql("SELECT 1; SELECT 2")
}

import DataLite

@Table struct Book: Identifiable {
    let id: Int
    var title: String
    var author: String
    var isRead = false
}

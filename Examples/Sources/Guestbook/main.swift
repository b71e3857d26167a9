import DataLite

let database = try Database.openGuestbook(path: "guestbook.sqlite")
try await makeServer(database: database, address: .hostname("127.0.0.1", port: 8080))
    .runService()

// The same work as ClusterBenchmark, with go-dqlite.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go build -o godqlite main.go
//	./godqlite ADDRESS...
//
// Or prints the rows of a table that DataLite has written, and writes a table for DataLite:
//
//	./godqlite exchange ADDRESS...
package main

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"os"
	"sync"
	"time"

	"github.com/canonical/go-dqlite/client"
	"github.com/canonical/go-dqlite/driver"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func rate(name string, count int, body func()) {
	body()
	start := time.Now()
	body()
	fmt.Printf("%s: %d per second\n", name, int(float64(count)/time.Since(start).Seconds()))
}

// Prints the values of the table swift_values, and writes go_values.
func exchange(db *sql.DB) {
	rows, err := db.Query("SELECT i, r, t, b, n FROM swift_values ORDER BY id")
	check(err)
	for rows.Next() {
		values := make([]interface{}, 5)
		pointers := make([]interface{}, 5)
		for i := range values {
			pointers[i] = &values[i]
		}
		check(rows.Scan(pointers...))
		for _, value := range values {
			switch value := value.(type) {
			case nil:
				fmt.Print("NULL|")
			case []byte:
				fmt.Printf("x%x|", value)
			default:
				fmt.Printf("%v|", value)
			}
		}
		fmt.Println()
	}
	check(rows.Err())
	_, err = db.Exec("CREATE TABLE go_values(id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB, n, flag BOOLEAN, at DATETIME)")
	check(err)
	insert := "INSERT INTO go_values(i, r, t, b, n, flag, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	_, err = db.Exec(insert, int64(math.MaxInt64), 0.1, "\u65e5", []byte{0, 1, 255}, nil, true, at)
	check(err)
	_, err = db.Exec(insert, int64(math.MinInt64), -2.5, "", []byte{}, "x", false, nil)
	check(err)
}

func main() {
	store := client.NewInmemNodeStore()
	infos := []client.NodeInfo{}
	addresses := os.Args[1:]
	exchanges := addresses[0] == "exchange"
	if exchanges {
		addresses = addresses[1:]
	}
	for _, address := range addresses {
		infos = append(infos, client.NodeInfo{Address: address})
	}
	check(store.Set(context.Background(), infos))
	d, err := driver.New(store)
	check(err)
	sql.Register("dqlite", d)
	db, err := sql.Open("dqlite", "benchmark")
	check(err)
	db.SetMaxIdleConns(64)
	if exchanges {
		exchange(db)
		return
	}
	exec := func(text string, values ...interface{}) {
		_, err := db.Exec(text, values...)
		check(err)
	}
	var count int
	var name string
	if db.QueryRow("SELECT count(*), max(name) FROM swift").Scan(&count, &name) == nil {
		fmt.Printf("reads %d rows of DataLite, up to %q\n", count, name)
	}
	exec("DROP TABLE IF EXISTS golang")
	exec("CREATE TABLE golang(id INTEGER PRIMARY KEY, name TEXT, number REAL)")
	rate("single inserts", 300, func() {
		for i := 0; i < 300; i++ {
			exec("INSERT INTO golang(name, number) VALUES (?, ?)", fmt.Sprintf("name %d", i), float64(i))
		}
	})
	rate("rows inserted 1,000 in a transaction", 5000, func() {
		for n := 0; n < 5; n++ {
			tx, err := db.Begin()
			check(err)
			statement, err := tx.Prepare("INSERT INTO golang(name, number) VALUES (?, ?)")
			check(err)
			for i := 0; i < 1000; i++ {
				_, err := statement.Exec(fmt.Sprintf("name %d", i), float64(i))
				check(err)
			}
			check(statement.Close())
			check(tx.Commit())
		}
	})
	rate("point reads", 3000, func() {
		for i := 1; i <= 3000; i++ {
			var name string
			var number float64
			check(db.QueryRow("SELECT name, number FROM golang WHERE id = ?", i).Scan(&name, &number))
		}
	})
	rate("rows read 1,000 at a time", 100000, func() {
		for n := 0; n < 100; n++ {
			rows, err := db.Query("SELECT id, name, number FROM golang LIMIT 1000")
			check(err)
			count := 0
			for rows.Next() {
				var id int
				var name string
				var number float64
				check(rows.Scan(&id, &name, &number))
				count++
			}
			check(rows.Err())
			if count != 1000 {
				panic(count)
			}
		}
	})
	rate("point reads of 64 clients", 6400, func() {
		var group sync.WaitGroup
		for c := 0; c < 64; c++ {
			group.Add(1)
			go func(c int) {
				defer group.Done()
				for i := 1; i <= 100; i++ {
					var name string
					var number float64
					check(db.QueryRow("SELECT name, number FROM golang WHERE id = ?", i+c).Scan(&name, &number))
				}
			}(c)
		}
		group.Wait()
	})
	rate("single inserts of 64 clients", 640, func() {
		var group sync.WaitGroup
		for c := 0; c < 64; c++ {
			group.Add(1)
			go func(c int) {
				defer group.Done()
				for i := 0; i < 10; i++ {
					for {
						_, err := db.Exec("INSERT INTO golang(name, number) VALUES (?, ?)", fmt.Sprintf("name %d", c), float64(i))
						if err == nil {
							break
						}
						// The database is locked by another client.
						time.Sleep(time.Millisecond)
					}
				}
			}(c)
		}
		group.Wait()
	})
}

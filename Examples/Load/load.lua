-- The requests of the load: wrk ... -s load.lua URL -- MODE ROWS NONCE
-- MODE is "read", "page", "write" or "mixed", ROWS the number of reminders at the beginning, and NONCE makes titles unique.

local threads = 0

function setup(thread)
    thread:set("number", threads)
    threads = threads + 1
end

function init(arguments)
    mode, rows, nonce = arguments[1], tonumber(arguments[2]), arguments[3]
    count = 0
    math.randomseed(number + 1)
end

local function read() return wrk.format("GET", "/reminders/" .. math.random(rows)) end

local function write()
    count = count + 1
    local title = nonce .. "-" .. number .. "-" .. count
    return wrk.format(
        "POST", "/reminders", {["Content-Type"] = "application/json"}, '{"title":"' .. title .. '"}')
end

function request()
    if mode == "page" then return wrk.format("GET", "/reminders") end
    if mode == "write" or mode == "mixed" and math.random(10) == 1 then return write() end
    return read()
end

function done(summary, latency)
    local errors = summary.errors
    print(string.format(
        "RESULT %d %.2f %.2f %d", summary.requests / summary.duration * 1e6,
        latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
